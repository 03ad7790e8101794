import type { Request, RequestHandler, Response } from 'express';
import type { KeyRecord } from '../accounts/api-keys/store.ts';
import type { Operation } from '../base/contract.ts';
import type { Compute } from '../base/counters/event-loop-yield.ts';
import { datedUuid, type EventCause } from '../db/event-cause.ts';
import type { Transactional } from '../db/pool/database.ts';
import { DEFAULT_HEADERS } from './default-headers.ts';

export interface Idempotency {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Over the raw bytes of the body. Older versions stored this one, so responses they stored still match. */
  readonly bytesFingerprint: Buffer;
  /** Set when the work has to run again with the key locked from the beginning. */
  claimFirst?: boolean;
}

/** Where a tenant's responses count until its clients have read them. */
export interface UnreadResponses {
  /** Throws when the tenant has no room for a response of this size, or of a page. */
  requireRoom(tenantId: number, bytes?: number): void;
  /** Returns the release function, to be called once when the response has left the process; undefined if it doesn't count. */
  add(tenantId: number, bytes: number): (() => void) | undefined;
}

/** What the middleware has found out about a request so far. */
export interface RequestContext {
  readonly requestId: string;
  /** In milliseconds of performance.now(). */
  readonly startedAt: number;
  /** W3C Trace Context of this request's span, while traces are exported. */
  traceparent?: string;
  operation?: Operation;
  /** A route of the panel, with its parameters' names: `POST /keys/:id/delete`. */
  panelRoute?: string;
  /** Of the problem that was sent. */
  problemCode?: string;
  caller?: KeyRecord;
  /** A key that exists but can't be used anymore: inactive or expired. */
  refusedKey?: KeyRecord;
  /** The tenant's share of the database connections. */
  db?: Transactional;
  /** Its turns of the event loop. */
  compute?: Compute;
  unread?: UnreadResponses;
  rawBody?: Buffer;
  /** Only with replicas, for a request that writes. */
  onCommit?: EventCause['onCommit'];
  /** It has committed, and PostgreSQL didn't say where. */
  lacksPosition?: boolean;
  /** Only for a request with an Idempotency-Key. */
  idempotency?: Idempotency;
}

/**
 * A property rather than a WeakMap: a context leads back to its response, and young garbage collections keep whatever a
 * WeakMap's values lead to. Every request then survived until the next full collection.
 */
type WithContext = Response & { requestContext?: RequestContext };

const HEADERS = Object.entries(DEFAULT_HEADERS);

/** Gives each request an id, and its response what every response has. An id that the client sends isn't adopted: it could be anything. */
export const startRequestContext: RequestHandler = (_req, res, next) => {
  const requestId = datedUuid();
  setRequestContext(res, { requestId, startedAt: performance.now() });
  for (const [name, value] of HEADERS) res.setHeader(name, value);
  res.setHeader('X-Request-Id', requestId);
  next();
};

export function setRequestContext(res: WithContext, context: RequestContext): void {
  res.requestContext = context;
}

export function requestContext(res: WithContext): RequestContext {
  return res.requestContext!;
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

/** Balancers and Kubernetes ask every few seconds: these are no requests of anybody's. */
export const isProbe = (path: string): boolean => path === '/healthz' || path === '/readyz';
