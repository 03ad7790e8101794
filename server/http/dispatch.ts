import type { Request, RequestHandler, Response } from 'express';
import { isRead, type Operation, type OperationId } from '../contract.ts';
import type { Querier } from '../db/querier.ts';
import { type ApiRequest, type ApiResponse, type Handlers, reply } from '../handler.ts';
import { isUnchanged } from '../preconditions.ts';
import type { Authenticator } from './authentication/authenticator.ts';
import { requireAuthorized } from './authentication/authorize.ts';
import { REVALIDATED } from './cache-headers.ts';
import { onClosed } from './connection/on-closed.ts';
import { runOnce } from './idempotency.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import { CSV, NDJSON } from './media.ts';
import { callerOf, databaseOf, requestContext } from './request-context.ts';
import { sendResponse } from './send-response.ts';
import { type PageParameters, refusePageParameters, streamList } from './streaming/stream-list.ts';

/** The operation's own work as a function of its call; the types of its handler were checked where it was written. */
type AnyHandler = (call: ApiRequest<OperationId>, answer: typeof reply, db: Querier) => Promise<ApiResponse>;

export interface StreamDeps {
  readonly authenticator: Authenticator;
  readonly limit: ConcurrencyLimit;
}

/** Calls the handler: a read on the pool, a write in a transaction that has committed before the answer goes out. */
export function dispatch(operation: Operation, handlers: Handlers, streams: StreamDeps): RequestHandler {
  const handler = handlers[operation.id] as unknown as AnyHandler;
  if (isRead(operation)) return readHandler(operation, handler, streams);
  return async (req, res) => {
    const call = toApiRequest(req, res);
    sendResponse(
      res,
      await databaseOf(res).transaction((tx) => runOnce(tx, res, () => handler(call, reply, tx))),
    );
  };
}

function readHandler(operation: Operation, handler: AnyHandler, streams: StreamDeps): RequestHandler {
  return async (req, res) => {
    const call = toApiRequest(req, res);
    const { mediaType: media } = requestContext(res);
    if (media === NDJSON || media === CSV) {
      refusePageParameters(req);
      onClosed(req, res, streams.limit.acquire(call.caller.tenantId));
      // A stream can outlive its key, so each page is a request of its own to the key.
      const page = async (paging: PageParameters) => {
        const caller = await streams.authenticator.reauthenticate(req);
        requireAuthorized(operation, caller);
        return handler({ ...call, caller, query: { ...call.query, ...paging } }, reply, databaseOf(res));
      };
      return streamList(res, { operation: operation.id, media, page });
    }
    sendResponse(res, notModifiedIfCached(req, await handler(call, reply, databaseOf(res))));
  };
}

/** 304 in place of a representation that the client has. */
function notModifiedIfCached(req: Request, answer: ApiResponse): ApiResponse {
  const { ETag } = answer.headers;
  if (ETag === undefined) return answer;
  const headers = { ...answer.headers, 'Cache-Control': REVALIDATED };
  if (!isUnchanged(req.get('If-None-Match'), ETag)) return { ...answer, headers };
  return { status: 304, headers, body: undefined };
}

function toApiRequest(req: Request, res: Response): ApiRequest<OperationId> {
  return {
    caller: callerOf(res),
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
    ifNoneMatch: req.get('If-None-Match'),
    requestId: requestContext(res).requestId,
  } as unknown as ApiRequest<OperationId>;
}
