import type { Request, RequestHandler, Response } from 'express';
import { isRead, type Operation, type OperationId } from '../contract.ts';
import type { Querier } from '../db/querier.ts';
import { type ApiRequest, type ApiResponse, type Handlers, reply } from '../handler.ts';
import { isUnchanged } from '../preconditions.ts';
import type { Authenticator } from './authentication/authenticator.ts';
import { requireAuthorized } from './authentication/authorize.ts';
import { REVALIDATED } from './cache-headers.ts';
import { onClosed } from './connection/on-closed.ts';
import { CSV, NDJSON } from './content-negotiation.ts';
import { runOnce } from './idempotency.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import { callerOf, databaseOf, requestContext } from './request-context.ts';
import { sendResponse } from './send-response.ts';
import { type PageParameters, refusePageParameters, streamList } from './streaming/stream-list.ts';

/** A handler of any operation. Its own types were checked where it was written. */
type AnyHandler = (
  request: ApiRequest<OperationId>,
  respond: typeof reply,
  db: Querier,
) => Promise<ApiResponse>;

export interface StreamDeps {
  readonly authenticator: Authenticator;
  readonly limit: ConcurrencyLimit;
}

/** Calls the handler: a GET on the pool, anything else in a transaction that commits before the response is sent. */
export function dispatch(operation: Operation, handlers: Handlers, streams: StreamDeps): RequestHandler {
  const handler = handlers[operation.id] as unknown as AnyHandler;
  if (isRead(operation)) return readHandler(operation, handler, streams);
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const response = await databaseOf(res).transaction((tx) =>
      runOnce(tx, res, () => handler(request, reply, tx)),
    );
    sendResponse(res, response);
  };
}

function readHandler(operation: Operation, handler: AnyHandler, streams: StreamDeps): RequestHandler {
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const { mediaType } = requestContext(res);
    if (mediaType === NDJSON || mediaType === CSV) {
      refusePageParameters(req);
      onClosed(req, res, streams.limit.acquire(request.caller.tenantId));
      // A stream can outlive its key, so each page authenticates and authorizes again.
      const readPage = async (paging: PageParameters) => {
        const caller = await streams.authenticator.reauthenticate(req);
        requireAuthorized(operation, caller);
        const query = { ...request.query, ...paging };
        return handler({ ...request, caller, query }, reply, databaseOf(res));
      };
      return streamList(res, { operation: operation.id, mediaType, readPage });
    }
    sendResponse(res, notModifiedIfCached(req, await handler(request, reply, databaseOf(res))));
  };
}

/** 304 if the client already has this representation. */
function notModifiedIfCached(req: Request, response: ApiResponse): ApiResponse {
  const { ETag } = response.headers;
  if (ETag === undefined) return response;
  const headers = { ...response.headers, 'Cache-Control': REVALIDATED };
  if (!isUnchanged(req.get('If-None-Match'), ETag)) return { ...response, headers };
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
