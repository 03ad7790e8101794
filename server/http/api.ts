import express, { type RequestHandler, type Router } from 'express';
import type { LastUsedWriter } from '../api-keys/last-used-writer.ts';
import { basePath, contractOperations, type Operation } from '../contract.ts';
import type { Database } from '../db/database.ts';
import { TenantDatabases } from '../db/tenant-database.ts';
import { ApiProblem } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { authenticate, whenKeySent } from './authentication/authenticate.ts';
import type { Authenticator } from './authentication/authenticator.ts';
import { authorize } from './authentication/authorize.ts';
import { ignoreBody, readBody } from './body/read-body.ts';
import { requireDecodablePath } from './connection/undecodable-path.ts';
import { deprecation } from './deprecation.ts';
import { dispatch, type StreamDeps } from './dispatch.ts';
import { replayStoredResponse } from './idempotency.ts';
import { limitConcurrency } from './limits/concurrency-limit.ts';
import { rateLimit } from './limits/rate-limit.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { negotiate } from './negotiate.ts';
import { requestContext } from './request-context.ts';
import { streamConcurrencyLimit } from './streaming/stream-list.ts';
import { validate } from './validation/validate.ts';

export interface ApiDeps {
  readonly db: Database;
  readonly handlers: Handlers;
  readonly authenticator: Authenticator;
  readonly lastUsed: LastUsedWriter;
  readonly limiter: RateLimiter;
}

/** The contract's paths and no others, each operation behind the same steps. */
export function api(deps: ApiDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const authenticateAndCount = [authenticate(deps.authenticator, deps.lastUsed), rateLimit(deps.limiter)];
  const authenticateIfKeySent = authenticateAndCount.map(whenKeySent);
  const steps = {
    authenticateAndCount,
    limitConcurrency: limitConcurrency(new TenantDatabases(deps.db)),
    handlers: deps.handlers,
    streams: { authenticator: deps.authenticator, limit: streamConcurrencyLimit() },
  };
  for (const operations of operationsByRoute().values()) {
    const route = router.route(operations[0]!.route);
    const refuseMethod = methodNotAllowed(operations);
    // Express would answer HEAD by the GET; the contract has no HEAD.
    route.head(...authenticateIfKeySent, refuseMethod);
    for (const operation of operations) route[operation.method](...pipeline(operation, steps));
    route.all(...authenticateIfKeySent, refuseMethod);
  }
  router.use(basePath, ...authenticateIfKeySent);
  return router;
}

/** What all operations share. */
interface SharedSteps {
  /** A request is counted before anything can refuse it but its key. */
  readonly authenticateAndCount: readonly RequestHandler[];
  readonly limitConcurrency: RequestHandler;
  readonly handlers: Handlers;
  readonly streams: StreamDeps;
}

/** What a request meets, in this order. Nothing of a body is read before the key is known to be good. */
function pipeline(operation: Operation, steps: SharedSteps): RequestHandler[] {
  const takesIdempotencyKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    setOperation(operation),
    ...deprecation(operation),
    ...steps.authenticateAndCount,
    authorize(operation),
    steps.limitConcurrency,
    negotiate(operation),
    requireDecodablePath(operation),
    ...(operation.hasBody ? readBody(operation.maxBodyBytes) : [ignoreBody]),
    ...(takesIdempotencyKey ? [replayStoredResponse] : []),
    validate(operation),
    dispatch(operation, steps.handlers, steps.streams),
  ];
}

const setOperation =
  (operation: Operation): RequestHandler =>
  (_req, res, next) => {
    requestContext(res).operation = operation;
    next();
  };

function methodNotAllowed(operations: readonly Operation[]): RequestHandler {
  const allow = operations.map(({ method }) => method.toUpperCase()).join(', ');
  return (req) => {
    throw new ApiProblem('method_not_allowed', `This path has no ${req.method}, only ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}

function operationsByRoute(): Map<string, Operation[]> {
  const routes = new Map<string, Operation[]>();
  for (const operation of contractOperations)
    routes.set(operation.route, [...(routes.get(operation.route) ?? []), operation]);
  return routes;
}
