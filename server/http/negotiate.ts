import type { RequestHandler } from 'express';
import { ApiProblem } from '../errors.ts';

/** Every answer is JSON. The common values of Accept are settled without parsing them. */
export const negotiate: RequestHandler = (req, _res, next) => {
  const accept = req.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return next();
  if (req.accepts('application/json')) return next();
  throw new ApiProblem(
    'not_acceptable',
    `The Accept header is ${accept}; this operation answers application/json.`,
    {
      errors: [{ header: 'Accept', code: 'not_acceptable', detail: 'must include application/json' }],
    },
  );
};
