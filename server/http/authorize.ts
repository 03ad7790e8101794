import type { RequestHandler } from 'express';
import { ApiProblem } from '../errors.ts';
import { callerOf } from './exchange.ts';

/** Lets a key in that has every scope which the contract asks for. */
export function authorize(required: readonly string[]): RequestHandler {
  return (_req, res, next) => {
    const { scopes } = callerOf(res);
    if (required.every((scope) => scopes.includes(scope))) return next();
    const has = scopes.length > 0 ? scopes.join(', ') : 'no scope';
    throw new ApiProblem(
      'insufficient_scope',
      `This operation needs ${required.join(', ')}; the key has ${has}.`,
      {
        members: { required_scopes: [...required], granted_scopes: [...scopes] },
      },
    );
  };
}
