import type { Express } from 'express';
import { Registry } from 'prom-client';
import { ApiKeyCache } from '../../accounts/api-keys/api-key-cache.ts';
import { LastUsedWriter } from '../../accounts/api-keys/last-used-writer.ts';
import { RefusedRequestWriter } from '../../accounts/request-log/writer.ts';
import { api } from '../../api/api.ts';
import { Authenticator } from '../../api/authentication/authenticator.ts';
import { FailedAuthentications } from '../../api/authentication/failed-authentications.ts';
import { loadDocs } from '../../api/docs/load-docs.ts';
import type { RateLimiter } from '../../api/limits/rate-limiter.ts';
import { createHandlers, reportHandlers } from '../../api/operations/operations.ts';
import { problemJson } from '../../api/responses/problem-json.ts';
import { type OnProblem, recordRefusal } from '../../api/responses/record-refusal.ts';
import { validateBody } from '../../api/validation/validate.ts';
import { warmUpValidators } from '../../api/validation/warm-up.ts';
import { operationById, rowOperation, type Schemas } from '../../base/contract.ts';
import { EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { accessLog } from '../../http/access-log.ts';
import { requireWellFormed } from '../../http/connection/well-formed.ts';
import { expressApp } from '../../http/express-app.ts';
import { type HealthChecks, health } from '../../http/health.ts';
import { pathOf, startRequestContext } from '../../http/request-context.ts';
import { RequestMetrics } from '../../http/request-metrics.ts';
import type { Panel } from '../../panel/router.ts';
import { orderLineRows } from '../../trade/orders/order-line-rows.ts';
import { listHandler } from '../../trade/resources/list-handler.ts';
import type { Context } from '../context.ts';

export interface App {
  readonly express: Express;
  readonly lastUsed: LastUsedWriter;
  readonly refused: RefusedRequestWriter;
  /** Compiles every schema in the background, so that first requests don't have to wait for it. */
  warmUp(signal: AbortSignal): Promise<void>;
}

export interface AppOptions {
  readonly health: HealthChecks;
  readonly panel?: Panel | undefined;
  readonly lastUsed?: LastUsedWriter;
  readonly metrics?: RequestMetrics;
}

/** The Express application of the API, and of the panel if it shares the API's address. */
export function createApp(
  context: Context,
  limiter: RateLimiter,
  {
    health: checks,
    panel,
    lastUsed = new LastUsedWriter(context.db, context.monotonicMs),
    metrics = new RequestMetrics(new Registry(), context.activity.requested),
  }: AppOptions,
): App {
  const { db, log, monotonicMs, nowMs } = context;
  const app = createExpress(context, metrics);
  const refused = new RefusedRequestWriter(db, monotonicMs, (error) =>
    log.warn({ err: error }, "refused requests couldn't be recorded"),
  );
  const turns = new EventLoopYield();
  const authenticator = new Authenticator(
    new ApiKeyCache(db, monotonicMs),
    new FailedAuthentications(log, monotonicMs),
  );
  app.use(
    api({
      databases: context.tenantDatabases,
      metrics,
      handlers: createHandlers(
        context,
        async (id, body, budget) => {
          // A row of a batch.
          if (budget) await turns.step();
          return validateBody({ app, nowMs }, operationById(id), body, budget);
        },
        async (id, row, budget) => {
          await turns.step();
          return (await validateBody(
            { app, nowMs },
            rowOperation(id),
            row,
            budget,
          )) as object as Schemas['OrderImportItem'];
        },
      ),
      exportRows: { exportOrderLines: listHandler(orderLineRows, context.cursors) },
      turns,
      storage: context.storage,
      reports: { handlers: reportHandlers, db: context.reports },
      replicas: context.replicas,
      authenticator,
      lastUsed,
      limiter,
      nowMs,
    }),
  );
  if (panel) app.use(panel.path, panel.router);
  app.use(health(checks, ['api', ...rolesOf(panel)]), loadDocs(context.config));
  finish(app, context, recordRefusal(refused));
  return {
    express: app,
    lastUsed,
    refused,
    warmUp: async (signal) => {
      await warmUpValidators(app, signal, (error) =>
        log.error({ err: error }, "an operation's schemas don't compile"),
      );
      log.debug('the schemas of the operations are compiled');
    },
  };
}

/** The panel at an address of its own, or, in a process that serves neither it nor the API, the health alone. */
export function createOtherApp(
  context: Context,
  checks: HealthChecks,
  panel: Panel | undefined,
  metrics = new RequestMetrics(new Registry()),
): Express {
  const app = createExpress(context, metrics);
  if (panel) {
    app.use(panel.path, panel.router);
    app.get('/', (_req, res) => res.redirect(panel.start));
  }
  app.use(health(checks, rolesOf(panel)));
  finish(app, context, () => {});
  return app;
}

/** The panel or the console, by its first page; a worker serves no requests. */
const rolesOf = (panel: Panel | undefined): string[] => (panel ? [panel.start.slice(1)] : []);

/** What every application of ours has in front. */
const createExpress = ({ config, log, telemetry }: Context, metrics: RequestMetrics): Express =>
  expressApp(config.trustProxy, [
    startRequestContext,
    ...(telemetry ? [telemetry.traceRequest] : []),
    metrics.countEnded,
    ...(log.isLevelEnabled('info') ? [accessLog(log)] : []),
    requireWellFormed,
  ]);

function finish(app: Express, { log }: Context, onProblem: OnProblem): void {
  app.use((req) => {
    throw new ApiProblem('not_found', `There is no ${pathOf(req)}. Paths are case sensitive.`);
  });
  app.use(problemJson(log, onProblem));
}
