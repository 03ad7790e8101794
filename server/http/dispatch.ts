import type { Request, RequestHandler, Response } from 'express';
import type { Operation, OperationId } from '../contract.ts';
import type { Database } from '../db/database.ts';
import type { Querier } from '../db/querier.ts';
import { type Answer, type Call, type Handlers, reply } from '../handler.ts';
import { sendAnswer } from './answer.ts';
import { callerOf } from './exchange.ts';
import { once } from './idempotency.ts';

/** The operation's own work as a function of its call; the types of its handler were checked where it was written. */
type AnyHandler = (call: Call<OperationId>, answer: typeof reply, db: Querier) => Promise<Answer>;

/** Calls the handler: a read on the pool, a write in a transaction that has committed before the answer goes out. */
export function dispatch(operation: Operation, handlers: Handlers, db: Database): RequestHandler {
  const handler = handlers[operation.id] as unknown as AnyHandler;
  if (operation.method === 'get')
    return async (req, res) => sendAnswer(res, await handler(callOf(req, res), reply, db));
  return async (req, res) => {
    const call = callOf(req, res);
    sendAnswer(res, await db.transaction((tx) => once(tx, req, res, () => handler(call, reply, tx))));
  };
}

function callOf(req: Request, res: Response): Call<OperationId> {
  return {
    caller: callerOf(res),
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
  } as unknown as Call<OperationId>;
}
