import type { RequestHandler } from 'express';
import type { KeyRecord } from '../../accounts/api-keys/store.ts';
import type { Operation } from '../../base/contract.ts';
import { ApiProblem, insufficientScope } from '../../base/problems/api-problem.ts';
import { callerOf } from '../../http/request-context.ts';

/** Requires a plan with API access and every scope that the contract asks for. */
export function authorize(operation: Operation): RequestHandler {
  return (_req, res, next) => {
    requireAuthorized(operation, callerOf(res));
    next();
  };
}

export function requireAuthorized({ scopes: required }: Operation, caller: KeyRecord): void {
  if (!caller.apiEnabled)
    throw new ApiProblem('plan_feature_disabled', `The plan ${caller.plan} has no API access.`);
  const { scopes } = caller;
  if (required.every((scope) => scopes.includes(scope))) return;
  throw insufficientScope('This operation', required, scopes);
}
