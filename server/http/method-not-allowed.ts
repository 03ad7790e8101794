import type { RequestHandler } from 'express';
import { ApiProblem } from '../base/problems/api-problem.ts';

/** Refuses every request of a path, naming the methods that the path supports. */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return (req) => {
    const detail = `This path doesn't support ${req.method}; it supports ${allow}.`;
    throw new ApiProblem('method_not_allowed', detail, { headers: { Allow: allow } });
  };
}

const refuse = methodNotAllowed(['GET', 'HEAD']);

/** For pages, which can only be read. */
export const readOnly: RequestHandler = (req, res, next) =>
  req.method === 'GET' || req.method === 'HEAD' ? next() : refuse(req, res, next);
