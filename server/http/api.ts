import express, { type RequestHandler, type Router } from 'express';
import type { KeyRing } from '../api-keys/key-ring.ts';
import type { LastUsed } from '../api-keys/last-used.ts';
import { contractOperations, type Operation } from '../contract.ts';
import type { Database } from '../db/database.ts';
import { ApiProblem } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { ignoreBody, readBody } from './body.ts';
import { deprecation } from './deprecation.ts';
import { dispatch } from './dispatch.ts';
import { exchangeOf } from './exchange.ts';
import { replay } from './idempotency.ts';
import type { Limiter } from './limiter.ts';
import { negotiate } from './negotiate.ts';
import { rateLimit } from './rate-limit.ts';
import { validate } from './validate.ts';

export interface ApiParts {
  readonly db: Database;
  readonly handlers: Handlers;
  readonly keyRing: KeyRing;
  readonly lastUsed: LastUsed;
  readonly limiter: Limiter;
}

/** The contract's paths and no others, each operation behind the same steps. */
export function api(parts: ApiParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const operations of byRoute().values()) {
    const route = router.route(operations[0]!.route);
    const refuse = methodNotAllowed(operations);
    // Express would answer HEAD by the GET; the contract has no HEAD.
    route.head(refuse);
    for (const operation of operations) route[operation.method](...pipeline(operation, parts));
    route.all(refuse);
  }
  return router;
}

/** What a request meets, in this order. Nothing of a body is read before the key is known to be good. */
function pipeline(
  operation: Operation,
  { db, handlers, keyRing, lastUsed, limiter }: ApiParts,
): RequestHandler[] {
  const repeatable = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    note(operation),
    ...deprecation(operation),
    authenticate(keyRing, lastUsed),
    authorize(operation.scopes),
    rateLimit(limiter),
    negotiate(operation),
    ...(operation.hasBody ? readBody(operation.maxBodyBytes) : [ignoreBody]),
    ...(repeatable ? [replay(db)] : []),
    validate(operation),
    dispatch(operation, handlers, db),
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
