import type { Request, RequestHandler, Response } from 'express';
import type { StorageMeter } from '../accounts/tenants/storage.ts';
import {
  CONSISTENCY_TOKEN,
  type HandledOperationId,
  type Operation,
  type OperationId,
} from '../base/contract.ts';
import type { OnClosed } from '../base/counters/fair-semaphore.ts';
import { isUnchanged } from '../base/preconditions.ts';
import type { Querier } from '../db/querier.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import { namingExisting } from '../db/sql/existing-rows.ts';
import { problemOfViolation } from '../db/sql/violations.ts';
import { onClosed } from '../http/connection/on-closed.ts';
import { REVALIDATED } from '../http/default-headers.ts';
import { callerOf, databaseOf, requestContext } from '../http/request-context.ts';
import { type ApiRequest, type ApiResponse, type Handlers, reply } from '../trade/resources/handler.ts';
import { endsAtLowWatermark, type ListQuery } from '../trade/resources/listing.ts';
import { runOnce } from './idempotency/run-once.ts';
import type { LargePages } from './limits/large-pages.ts';
import { countStored } from './limits/storage.ts';
import { tellLostPosition } from './responses/consistency-token.ts';
import { sendResponse } from './responses/send-response.ts';

/** A handler of any operation. Its own types were checked where it was written. */
export type AnyHandler = (
  request: ApiRequest<OperationId>,
  respond: typeof reply,
  db: Querier,
) => Promise<ApiResponse>;

export interface DispatchDeps {
  readonly handlers: Handlers;
  readonly replicas: Replicas | undefined;
  readonly storage: StorageMeter;
  readonly largePages: LargePages;
}

/**
 * Calls the handler: a GET on the pool or a replica, anything else in a transaction that commits before the response is sent.
 */
export function dispatch(
  operation: Operation,
  { handlers, replicas, storage, largePages }: DispatchDeps,
): RequestHandler {
  const handler = handlers[operation.id as HandledOperationId] as unknown as AnyHandler;
  const hasPages = operation.parameters.some(({ name }) => name === 'limit');
  if (operation.isRead)
    return readHandler(handler, rowsReader(operation, replicas), hasPages ? largePages : undefined);
  return async (req, res) => {
    const request = toApiRequest(req, res);
    // Its body has taken a while to arrive.
    requestContext(res).unread!.requireRoom(request.caller.tenantId);
    const db = databaseOf(res);
    const response = await db
      .transaction((tx) => runOnce(tx, res, (within) => handler(request, reply, within)))
      .catch((error: unknown) => throwNamingExisting(db, request, error));
    countStored(storage, operation, res, response);
    if (replicas) await tellLostPosition(res);
    return sendResponse(res, response);
  };
}

/** The transaction is over: the row that has a taken value is read by itself. Without it, the refusal is still the right one. */
async function throwNamingExisting(
  db: Querier,
  { caller }: ApiRequest<OperationId>,
  error: unknown,
): Promise<never> {
  const problem = problemOfViolation(error);
  if (!problem) throw error;
  const [named] = await namingExisting(db, caller.tenantId, [problem]).catch(() => [problem]);
  throw named;
}

/** `pages` for a list. */
function readHandler(handler: AnyHandler, readRows: ReadRows, pages: LargePages | undefined): RequestHandler {
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const read = () => readRows(req, res, (db) => handler(request, reply, db));
    const response = await (pages ? pages.read(req, res, read) : read());
    const { ETag } = response.headers;
    if (ETag !== undefined) res.setHeader('Cache-Control', REVALIDATED);
    // 304 if the client already has this representation.
    const isCached = ETag !== undefined && isUnchanged(req.get('If-None-Match'), ETag);
    return sendResponse(
      res,
      isCached ? { status: 304, headers: response.headers, body: undefined } : response,
    );
  };
}

/** What a handler sees of a request that passed validation. */
export function toApiRequest(req: Request, res: Response): ApiRequest<OperationId> {
  return {
    caller: callerOf(res),
    compute: requestContext(res).compute,
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
    ifNoneMatch: req.get('If-None-Match'),
    requestId: requestContext(res).requestId,
  } as unknown as ApiRequest<OperationId>;
}

/** Runs work that only reads. It may run twice: on a replica that fails, and then on the primary. */
export type ReadRows = <T>(req: Request, res: Response, work: (db: Querier) => Promise<T>) => Promise<T>;

const onPrimary: ReadRows = (_req, res, work) => work(databaseOf(res));

/** How an operation reads: on a replica if it may and there is one that has what the client must see. */
export function rowsReader(operation: Operation, replicas: Replicas | undefined): ReadRows {
  if (!replicas || !operation.takesConsistencyToken) return onPrimary;
  return (req, res, work) => {
    const { tenantId } = callerOf(res);
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    const complete = endsAtLowWatermark(req.query as ListQuery);
    return replicas.read(
      { tenantId, token: req.get(CONSISTENCY_TOKEN), complete },
      (replica) => replica.read(tenantId, whenClosed, work),
      () => onPrimary(req, res, work),
    );
  };
}
