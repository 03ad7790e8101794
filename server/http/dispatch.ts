import type { Request, RequestHandler, Response } from 'express';
import type { Operation, OperationId } from '../contract.ts';
import type { Querier } from '../db/querier.ts';
import { type ApiRequest, type ApiResponse, type Handlers, reply } from '../handler.ts';
import { isUnchanged } from '../preconditions.ts';
import { sendAnswer } from './answer.ts';
import type { Authenticator } from './authenticator.ts';
import { requirePermitted } from './authorize.ts';
import { REVALIDATED } from './cache-headers.ts';
import type { ConcurrencyLimit } from './concurrency.ts';
import { callerOf, databaseOf, exchangeOf } from './exchange.ts';
import { once } from './idempotency.ts';
import { CSV, NDJSON } from './media.ts';
import { onClosed } from './on-closed.ts';
import { type Paging, refusePaging, streamList } from './stream.ts';

/** The operation's own work as a function of its call; the types of its handler were checked where it was written. */
type AnyHandler = (call: ApiRequest<OperationId>, answer: typeof reply, db: Querier) => Promise<ApiResponse>;

export interface StreamAccess {
  readonly authenticator: Authenticator;
  readonly limit: ConcurrencyLimit;
}

/** Calls the handler: a read on the pool, a write in a transaction that has committed before the answer goes out. */
export function dispatch(operation: Operation, handlers: Handlers, streams: StreamAccess): RequestHandler {
  const handler = handlers[operation.id] as unknown as AnyHandler;
  if (operation.method === 'get') return reading(operation, handler, streams);
  return async (req, res) => {
    const call = callOf(req, res);
    sendAnswer(res, await databaseOf(res).transaction((tx) => once(tx, res, () => handler(call, reply, tx))));
  };
}

function reading(operation: Operation, handler: AnyHandler, streams: StreamAccess): RequestHandler {
  return async (req, res) => {
    const call = callOf(req, res);
    const { media } = exchangeOf(res);
    if (media === NDJSON || media === CSV) {
      refusePaging(req);
      onClosed(req, res, streams.limit.enter(call.caller.tenantId));
      // A stream can outlive its key, so each page is a request of its own to the key.
      const page = async (paging: Paging) => {
        const caller = await streams.authenticator.recheck(req);
        requirePermitted(operation, caller);
        return handler({ ...call, caller, query: { ...call.query, ...paging } }, reply, databaseOf(res));
      };
      return streamList(res, { operation: operation.id, media, page });
    }
    sendAnswer(res, unlessKnown(req, await handler(call, reply, databaseOf(res))));
  };
}

/** 304 in place of a representation that the client has. */
function unlessKnown(req: Request, answer: ApiResponse): ApiResponse {
  const { ETag } = answer.headers;
  if (ETag === undefined) return answer;
  const headers = { ...answer.headers, 'Cache-Control': REVALIDATED };
  if (!isUnchanged(req.get('If-None-Match'), ETag)) return { ...answer, headers };
  return { status: 304, headers, body: undefined };
}

function callOf(req: Request, res: Response): ApiRequest<OperationId> {
  return {
    caller: callerOf(res),
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
    ifNoneMatch: req.get('If-None-Match'),
    requestId: exchangeOf(res).requestId,
  } as unknown as ApiRequest<OperationId>;
}
