import { parse as parseQuery } from 'node:querystring';
import express, { type Express } from 'express';
import { ApiKeyCache } from './api-keys/api-key-cache.ts';
import { LastUsedWriter } from './api-keys/last-used-writer.ts';
import type { Context } from './context.ts';
import { contractOperations, operationById } from './contract.ts';
import { ApiProblem } from './errors.ts';
import { accessLog } from './http/access-log.ts';
import { api } from './http/api.ts';
import { Authenticator } from './http/authentication/authenticator.ts';
import { FailedAuthentications } from './http/authentication/failed-authentications.ts';
import { cacheHeaders } from './http/cache-headers.ts';
import { requireWellFormed } from './http/connection/well-formed.ts';
import { docs } from './http/docs/router.ts';
import { health } from './http/health.ts';
import type { RateLimiter } from './http/limits/rate-limiter.ts';
import { problemJson } from './http/problem-json.ts';
import { recordRefusal } from './http/record-refusal.ts';
import { pathOf, startRequestContext } from './http/request-context.ts';
import { compileValidators, validateBody } from './http/validation/validate.ts';
import { createHandlers } from './operations.ts';
import { RefusedRequestWriter } from './request-log/writer.ts';

export interface App {
  readonly express: Express;
  readonly lastUsed: LastUsedWriter;
  readonly refused: RefusedRequestWriter;
  /** Compiles every schema, so that the first requests don't have to wait for it. */
  warmUp(): Promise<void>;
}

/** The Express application. http/api.ts has the middleware of each operation. */
export function createApp(context: Context, limiter: RateLimiter): App {
  const { db, log, monotonicMs } = context;
  const app = express();
  const lastUsed = new LastUsedWriter(db, monotonicMs);
  const refused = new RefusedRequestWriter(db, monotonicMs, (error) =>
    log.warn({ err: error }, "refused requests couldn't be recorded"),
  );
  const authenticator = new Authenticator(new ApiKeyCache(db, monotonicMs), new FailedAuthentications(log));
  app.disable('x-powered-by');
  // Our ETags come from versions. Express would hash each body.
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', context.config.trustProxy);
  // Express's own parser drops parameters after the 1000th. The limit on the size of headers also limits the query.
  app.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  app.use(startRequestContext, cacheHeaders, accessLog(log), requireWellFormed);
  app.use(
    api({
      db,
      handlers: createHandlers(context, (id, body, budget) =>
        validateBody(app, operationById(id), body, budget),
      ),
      authenticator,
      lastUsed,
      limiter,
    }),
  );
  app.use(health(db, log), docs());
  app.use((req) => {
    throw new ApiProblem('not_found', `There is no ${pathOf(req)}. Paths are case sensitive.`);
  });
  app.use(problemJson(log, recordRefusal(refused)));
  return {
    express: app,
    lastUsed,
    refused,
    warmUp: async () => {
      for (const operation of contractOperations) await compileValidators(app, operation);
    },
  };
}
