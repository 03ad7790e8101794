import type { Request, RequestHandler, Response } from 'express';
import type { Operation, OperationId } from '../contract.ts';
import type { Database } from '../db/database.ts';
import type { Querier } from '../db/querier.ts';
import { type Answer, type Call, type Handlers, reply } from '../handler.ts';
import { isUnchanged } from '../versions.ts';
import { sendAnswer } from './answer.ts';
import { callerOf, exchangeOf } from './exchange.ts';
import { once } from './idempotency.ts';
import { CSV, NDJSON } from './media.ts';
import { refusePaging, streamList } from './stream.ts';

/** The operation's own work as a function of its call; the types of its handler were checked where it was written. */
type AnyHandler = (call: Call<OperationId>, answer: typeof reply, db: Querier) => Promise<Answer>;

/** Calls the handler: a read on the pool, a write in a transaction that has committed before the answer goes out. */
export function dispatch(operation: Operation, handlers: Handlers, db: Database): RequestHandler {
  const handler = handlers[operation.id] as unknown as AnyHandler;
  if (operation.method === 'get') return reading(operation, handler, db);
  return async (req, res) => {
    const call = callOf(req, res);
    sendAnswer(res, await db.transaction((tx) => once(tx, req, res, () => handler(call, reply, tx))));
  };
}

function reading(operation: Operation, handler: AnyHandler, db: Database): RequestHandler {
  return async (req, res) => {
    const call = callOf(req, res);
    const { media } = exchangeOf(res);
    if (media === NDJSON || media === CSV) {
      refusePaging(req);
      const page = (paging: object) => handler({ ...call, query: { ...call.query, ...paging } }, reply, db);
      return streamList(res, operation.id, media, page);
    }
    sendAnswer(res, unlessKnown(req, await handler(call, reply, db)));
  };
}

/** 304 in place of a representation that the client has. */
function unlessKnown(req: Request, answer: Answer): Answer {
  const { ETag } = answer.headers;
  if (ETag === undefined || !isUnchanged(req.get('If-None-Match'), ETag)) return answer;
  return { status: 304, headers: answer.headers, body: undefined };
}

function callOf(req: Request, res: Response): Call<OperationId> {
  return {
    caller: callerOf(res),
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
    requestId: exchangeOf(res).requestId,
  } as unknown as Call<OperationId>;
}
