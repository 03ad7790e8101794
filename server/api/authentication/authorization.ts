import type { Request, RequestHandler } from 'express';
import type { KeyRecord } from '../../accounts/api-keys/store.ts';
import { CLOSED } from '../../accounts/tenant-status.ts';
import type { Operation } from '../../base/contract.ts';
import { ApiProblem, insufficientScope, type ProblemCode } from '../../base/problems/api-problem.ts';
import { callerOf } from '../../http/request-context.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** The API key in the Authorization header. It isn't checked here. */
export function bearerToken(req: Request): string {
  const header = req.headers.authorization;
  if (header === undefined)
    throw unauthorized(
      'api_key_missing',
      'The request has no Authorization header.',
      'Bearer realm="tradepost"',
    );
  const [, key] = BEARER.exec(header) ?? [];
  if (key === undefined)
    throw invalidToken('api_key_missing', "The Authorization header isn't of the form Bearer <API key>.");
  return key;
}

export function requireUsableKey(record: KeyRecord | undefined): KeyRecord {
  if (!record) throw invalidToken('api_key_unknown', "This API key doesn't exist.");
  if (CLOSED.includes(record.tenantStatus))
    throw invalidToken('api_key_inactive', `The tenant of the API key ${record.keyPrefix} was closed.`);
  if (!record.active)
    throw invalidToken('api_key_inactive', `The API key ${record.keyPrefix} was deactivated.`);
  if (hasExpired(record))
    throw invalidToken('api_key_expired', `The API key ${record.keyPrefix} expired at ${record.expiresAt}.`);
  return record;
}

const hasExpired = ({ expiresInMs }: KeyRecord): boolean => expiresInMs !== null && expiresInMs <= 0;

/** Requires a tenant that isn't suspended, a plan with API access and every scope that the contract asks for. */
export function authorize(operation: Operation): RequestHandler {
  return (_req, res, next) => {
    requireAuthorized(operation, callerOf(res));
    next();
  };
}

export function requireAuthorized({ scopes: required }: Operation, caller: KeyRecord): void {
  if (caller.tenantStatus === 'suspended')
    throw new ApiProblem(
      'tenant_suspended',
      'The tenant is suspended: nothing can be read or changed until it is resumed.',
    );
  if (!caller.apiEnabled)
    throw new ApiProblem('plan_feature_disabled', `The plan ${caller.plan} has no API access.`);
  const { scopes } = caller;
  if (required.every((scope) => scopes.includes(scope))) return;
  throw insufficientScope('This operation', required, scopes);
}

/** RFC 6750, 3: a key that was sent but is unusable is an `invalid_token`. Without a key there is no error to name. */
function invalidToken(code: ProblemCode, detail: string): ApiProblem {
  return unauthorized(code, detail, 'Bearer realm="tradepost", error="invalid_token"');
}

function unauthorized(code: ProblemCode, detail: string, challenge: string): ApiProblem {
  return new ApiProblem(code, detail, { headers: { 'WWW-Authenticate': challenge } });
}
