import type { Request, Response } from 'express';
import type { KeyRecord } from '../api-keys/store.ts';
import type { Operation } from '../contract.ts';
import type { Transactional } from '../db/database.ts';

export interface Idempotency {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** As it once was, of the bytes of the body: a key that was kept before an upgrade is compared with this one. */
  readonly bytesFingerprint: Buffer;
}

/** What the steps of the pipeline learn about a request and hand on to the later ones. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: number;
  operation?: Operation;
  caller?: KeyRecord;
  /** The tenant's share of the database. */
  db?: Transactional;
  /** What the answer will be. */
  mediaType?: string;
  /** The body as it came. */
  rawBody?: Buffer;
  /** Of a request that is done once: its key and what tells it from another one. */
  idempotency?: Idempotency;
}

const contexts = new WeakMap<Response, RequestContext>();

export const setRequestContext = (res: Response, context: RequestContext): void =>
  void contexts.set(res, context);

export function requestContext(res: Response): RequestContext {
  return contexts.get(res)!;
}

/** The caller of a request that has passed authentication. */
export function callerOf(res: Response): KeyRecord {
  const { caller } = requestContext(res);
  if (!caller) throw new Error('The request has not been authenticated.');
  return caller;
}

/** The database, for a request that was admitted. */
export function databaseOf(res: Response): Transactional {
  const { db } = requestContext(res);
  if (!db) throw new Error('The request has not been admitted.');
  return db;
}

/** The path without the query, for logs and messages. A query can hold a tax id. */
export const pathOf = (req: Request): string => req.originalUrl.split('?', 1)[0]!;
