import express, { type RequestHandler, type Router } from 'express';
import type { LastUsedWriter } from '../accounts/api-keys/last-used-writer.ts';
import type { StorageMeter } from '../accounts/tenants/storage.ts';
import { basePath, contractOperations, type Operation, type ReportOperationId } from '../base/contract.ts';
import type { EventLoopYield } from '../base/counters/event-loop-yield.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import type { TenantDatabases } from '../db/tenants/tenant-database.ts';
import { readBody, skipBody } from '../http/body/read-body.ts';
import { refuseFineValues } from '../http/body/refuse-fine-values.ts';
import { negotiate } from '../http/content-negotiation.ts';
import { inSequence } from '../http/express-app.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { requestContext } from '../http/request-context.ts';
import type { RequestMetrics } from '../http/request-metrics.ts';
import type { Handlers } from '../trade/resources/handler.ts';
import { type Authenticator, authenticate, whenKeySent } from './authentication/authenticator.ts';
import { authorize } from './authentication/authorization.ts';
import { type DispatchDeps, dispatch } from './dispatch.ts';
import { replayStoredResponse } from './idempotency/idempotency.ts';
import { limitConcurrency } from './limits/concurrency-limit.ts';
import { limitLargeBodies } from './limits/large-bodies.ts';
import { LargePages } from './limits/large-pages.ts';
import { type RateLimiter, rateLimit } from './limits/rate-limiter.ts';
import { limitStorage } from './limits/storage.ts';
import { tellConsistencyToken } from './responses/consistency-token.ts';
import { deprecation } from './responses/deprecation.ts';
import { type ExportDeps, type ExportRows, exportHandler } from './streaming/export-handler.ts';
import { type AnyReportHandler, type ReportDeps, reportHandler } from './streaming/report-handler.ts';
import { exportConcurrencyLimit } from './streaming/stream-list.ts';
import { validate } from './validation/validate.ts';

export interface ApiDeps {
  readonly databases: TenantDatabases;
  readonly handlers: Handlers;
  readonly exportRows: ExportRows;
  readonly reports: ReportDeps;
  readonly replicas: Replicas | undefined;
  readonly authenticator: Authenticator;
  readonly lastUsed: LastUsedWriter;
  readonly limiter: RateLimiter;
  readonly nowMs: () => number;
  readonly metrics: RequestMetrics;
  readonly turns: EventLoopYield;
  readonly storage: StorageMeter;
}

/** Routes the contract's paths, and only those. */
export function api(deps: ApiDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const authenticateAndCount = [authenticate(deps.authenticator, deps.lastUsed), rateLimit(deps.limiter)];
  const authenticateIfKeySent = authenticateAndCount.map(whenKeySent);
  const shared = {
    countStarted: deps.metrics.countStarted,
    authenticateAndCount,
    limitConcurrency: limitConcurrency(deps.databases, deps.turns),
    limitLargeBodies: limitLargeBodies(deps.turns),
    largePages: new LargePages(deps.turns),
    handlers: deps.handlers,
    reports: deps.reports,
    replicas: deps.replicas,
    storage: deps.storage,
    exports: {
      rows: deps.exportRows,
      authenticator: deps.authenticator,
      limit: exportConcurrencyLimit(),
      turns: deps.turns,
      nowMs: deps.nowMs,
    },
  };
  for (const operations of operationsByRoute().values()) {
    const route = router.route(operations[0]!.route);
    // Express serves HEAD with the handlers of GET.
    for (const operation of operations) route[operation.method](inSequence(pipeline(operation, shared)));
    const methods = operations.map(({ method }) => method.toUpperCase());
    route.all(...authenticateIfKeySent, methodNotAllowed(methods));
  }
  router.use(basePath, ...authenticateIfKeySent);
  return router;
}

/** Created once and used by all operations. */
interface Shared extends DispatchDeps {
  readonly countStarted: RequestHandler;
  /** Counting comes right after the key, so that refused requests count as well. */
  readonly authenticateAndCount: readonly RequestHandler[];
  readonly limitConcurrency: RequestHandler;
  readonly limitLargeBodies: RequestHandler;
  readonly exports: ExportDeps;
  readonly reports: ReportDeps;
}

/** The middleware of an operation, in this order: nothing of the body is read before the key is accepted. */
function pipeline(operation: Operation, shared: Shared): RequestHandler[] {
  const takesIdempotencyKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  return [
    setOperation(operation),
    shared.countStarted,
    ...deprecation(operation),
    ...shared.authenticateAndCount,
    authorize(operation),
    ...limitStorage(operation, shared.storage),
    shared.limitConcurrency,
    negotiate(operation),
    ...bodyHandlers(operation, shared),
    ...tellConsistencyToken(operation, shared.replicas),
    ...(takesIdempotencyKey ? [replayStoredResponse] : []),
    validate(operation, shared.exports.nowMs),
    handlerOf(operation, shared),
  ];
}

function handlerOf(operation: Operation, shared: Shared): RequestHandler {
  const { handlers, replicas, exports, reports } = shared;
  if (operation.exportedList !== undefined) return exportHandler(operation, handlers, replicas, exports);
  const report = reports.handlers[operation.id as ReportOperationId] as AnyReportHandler | undefined;
  return report
    ? reportHandler(operation, report, { db: reports.db, replicas, limit: exports.limit })
    : dispatch(operation, shared);
}

function bodyHandlers(operation: Operation, { limitLargeBodies }: Shared): RequestHandler[] {
  if (operation.hasBody) return [...readBody(operation, [limitLargeBodies]), refuseFineValues(operation)];
  return operation.isRead ? [] : [skipBody];
}

const setOperation =
  (operation: Operation): RequestHandler =>
  (_req, res, next) => {
    requestContext(res).operation = operation;
    next();
  };

function operationsByRoute(): Map<string, Operation[]> {
  const routes = new Map<string, Operation[]>();
  for (const operation of contractOperations)
    routes.set(operation.route, [...(routes.get(operation.route) ?? []), operation]);
  return routes;
}
