import type { RequestHandler } from 'express';
import { ApiProblem } from '../base/problems/api-problem.ts';

/** The methods that a path supports: HEAD wherever there is GET, and OPTIONS, which the contract has no operations for. */
export const allowed = (methods: readonly string[]): string =>
  [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');

/**
 * Answers OPTIONS, and refuses every other request of a path; both name the methods that it supports. A browser's preflight gets no
 * Access-Control header: keys don't belong in pages.
 */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = allowed(methods);
  return (req, res) => {
    if (req.method === 'OPTIONS') return void res.setHeader('Allow', allow).status(204).end();
    const detail = `This path doesn't support ${req.method}; it supports ${allow}.`;
    throw new ApiProblem('method_not_allowed', detail, { headers: { Allow: allow } });
  };
}

const refuse = methodNotAllowed(['GET']);

/** For pages, which can only be read. */
export const readOnly: RequestHandler = (req, res, next) =>
  req.method === 'GET' || req.method === 'HEAD' ? next() : refuse(req, res, next);
