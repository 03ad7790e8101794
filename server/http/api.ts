import express, { type RequestHandler, type Router } from 'express';
import type { LastUsedWriter } from '../api-keys/last-used-writer.ts';
import { basePath, contractOperations, type Operation } from '../contract.ts';
import type { Database } from '../db/database.ts';
import { TenantDatabases } from '../db/tenant-database.ts';
import { ApiProblem } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { authenticate, whenKeySent } from './authenticate.ts';
import type { Authenticator } from './authenticator.ts';
import { authorize } from './authorize.ts';
import { ignoreBody, readBody } from './body.ts';
import { admit } from './concurrency.ts';
import { deprecation } from './deprecation.ts';
import { dispatch, type StreamAccess } from './dispatch.ts';
import { exchangeOf } from './exchange.ts';
import { replay } from './idempotency.ts';
import type { Limiter } from './limiter.ts';
import { negotiate } from './negotiate.ts';
import { rateLimit } from './rate-limit.ts';
import { streamLimit } from './stream.ts';
import { requireDecodablePath } from './undecodable-path.ts';
import { validate } from './validate.ts';

export interface ApiParts {
  readonly db: Database;
  readonly handlers: Handlers;
  readonly authenticator: Authenticator;
  readonly lastUsed: LastUsedWriter;
  readonly limiter: Limiter;
}

/** The contract's paths and no others, each operation behind the same steps. */
export function api(parts: ApiParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const identify = [authenticate(parts.authenticator, parts.lastUsed), rateLimit(parts.limiter)];
  const identifyIfKeySent = identify.map(whenKeySent);
  const steps = {
    identify,
    admit: admit(new TenantDatabases(parts.db)),
    handlers: parts.handlers,
    streams: { authenticator: parts.authenticator, limit: streamLimit() },
  };
  for (const operations of byRoute().values()) {
    const route = router.route(operations[0]!.route);
    const refuse = methodNotAllowed(operations);
    // Express would answer HEAD by the GET; the contract has no HEAD.
    route.head(...identifyIfKeySent, refuse);
    for (const operation of operations) route[operation.method](...pipeline(operation, steps));
    route.all(...identifyIfKeySent, refuse);
  }
  router.use(basePath, ...identifyIfKeySent);
  return router;
}

/** What all operations share. */
interface Steps {
  /** A request is counted before anything can refuse it but its key. */
  readonly identify: readonly RequestHandler[];
  readonly admit: RequestHandler;
  readonly handlers: Handlers;
  readonly streams: StreamAccess;
}

/** What a request meets, in this order. Nothing of a body is read before the key is known to be good. */
function pipeline(operation: Operation, steps: Steps): RequestHandler[] {
  const repeatable = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    note(operation),
    ...deprecation(operation),
    ...steps.identify,
    authorize(operation),
    steps.admit,
    negotiate(operation),
    requireDecodablePath(operation),
    ...(operation.hasBody ? readBody(operation.maxBodyBytes) : [ignoreBody]),
    ...(repeatable ? [replay] : []),
    validate(operation),
    dispatch(operation, steps.handlers, steps.streams),
  ];
}

const note =
  (operation: Operation): RequestHandler =>
  (_req, res, next) => {
    exchangeOf(res).operation = operation;
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

function byRoute(): Map<string, Operation[]> {
  const routes = new Map<string, Operation[]>();
  for (const operation of contractOperations)
    routes.set(operation.route, [...(routes.get(operation.route) ?? []), operation]);
  return routes;
}
