import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { KeyRecord } from '../api-keys/store.ts';
import type { Operation } from '../contract.ts';
import type { Transactional } from '../db/database.ts';

export interface Idempotency {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Over the raw bytes of the body. Older versions stored this one, so responses they stored still match. */
  readonly bytesFingerprint: Buffer;
}

/** What the middleware has found out about a request so far. */
export interface RequestContext {
  readonly requestId: string;
  /** In milliseconds of performance.now(). */
  readonly startedAt: number;
  operation?: Operation;
  /** A route of the panel, with its parameters' names: `POST /keys/:id/delete`. */
  panelRoute?: string;
  caller?: KeyRecord;
  /** A key that exists but can't be used anymore: inactive or expired. */
  refusedKey?: KeyRecord;
  /** The tenant's share of the database connections. */
  db?: Transactional;
  /** The media type of the response. */
  mediaType?: string;
  rawBody?: Buffer;
  /** Only for a request with an Idempotency-Key. */
  idempotency?: Idempotency;
}

const contexts = new WeakMap<Response, RequestContext>();

/** Gives each request an id. An id that the client sends isn't adopted: it could be anything. */
export const startRequestContext: RequestHandler = (_req, res, next) => {
  const requestId = randomUUID();
  setRequestContext(res, { requestId, startedAt: performance.now() });
  res.setHeader('X-Request-Id', requestId);
  next();
};

export const setRequestContext = (res: Response, context: RequestContext): void =>
  void contexts.set(res, context);

export function requestContext(res: Response): RequestContext {
  return contexts.get(res)!;
}

/** The API key of an authenticated request. */
export function callerOf(res: Response): KeyRecord {
  const { caller } = requestContext(res);
  if (!caller) throw new Error('The request is not authenticated.');
  return caller;
}

/** The database, for a request that has passed limitConcurrency. */
export function databaseOf(res: Response): Transactional {
  const { db } = requestContext(res);
  if (!db) throw new Error('The request has no database yet; limitConcurrency must come first.');
  return db;
}

/** The path without the query, for logs and messages. A query can contain a tax id. */
export const pathOf = (req: Request): string => req.originalUrl.split('?', 1)[0]!;
