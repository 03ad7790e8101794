import type { Request, Response } from 'express';
import type { Operation } from '../contract.ts';
import type { Caller } from '../handler.ts';

/** What the steps of the pipeline learn about a request and hand on to the later ones. */
export interface Exchange {
  readonly requestId: string;
  readonly startedAt: number;
  operation?: Operation;
  caller?: Caller;
  /** What the answer will be. */
  media?: string;
  /** The body as it came, for the fingerprint of an idempotent request. */
  rawBody?: Buffer;
}

const exchanges = new WeakMap<Response, Exchange>();

export const beginExchange = (res: Response, exchange: Exchange): void => void exchanges.set(res, exchange);

export function exchangeOf(res: Response): Exchange {
  return exchanges.get(res)!;
}

/** The caller of a request that has passed authentication. */
export function callerOf(res: Response): Caller {
  const { caller } = exchangeOf(res);
  if (!caller) throw new Error('The request has not been authenticated.');
  return caller;
}

/** The path without the query, for logs and messages. A query can hold a tax id. */
export const pathOf = (req: Request): string => req.originalUrl.split('?', 1)[0]!;
