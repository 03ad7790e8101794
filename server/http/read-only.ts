import type { RequestHandler } from 'express';
import { ApiProblem } from '../errors.ts';

const ALLOW = 'GET, HEAD';

/** For pages, which are read and nothing else. */
export const readOnly: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  throw new ApiProblem('method_not_allowed', `This path has no ${req.method}, only ${ALLOW}.`, {
    headers: { Allow: ALLOW },
  });
};
