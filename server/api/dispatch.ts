import type { RequestHandler } from 'express';
import type { StorageMeter } from '../accounts/tenants/storage.ts';
import type { HandledOperationId, Operation, OperationId, ReportOperationId } from '../base/contract.ts';
import type { EventLoopYield } from '../base/counters/event-loop-yield.ts';
import type { JsonPage } from '../base/json.ts';
import { isUnchanged } from '../base/preconditions.ts';
import type { Querier } from '../db/querier.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import { namingExisting } from '../db/sql/existing-rows.ts';
import { problemOfViolation } from '../db/sql/violations.ts';
import { onClosed } from '../http/connection/on-closed.ts';
import { requireAccepted } from '../http/content-negotiation.ts';
import { REVALIDATED } from '../http/default-headers.ts';
import { databaseOf, requestContext } from '../http/request-context.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type Handler,
  type Handlers,
  reply,
} from '../trade/resources/handler.ts';
import { type ReadRows, rowsReader, toApiRequest } from './api-request.ts';
import type { Authenticator } from './authentication/authenticator.ts';
import { requireAuthorized } from './authentication/authorization.ts';
import { runOnce } from './idempotency/run-once.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import type { LargePages } from './limits/large-pages.ts';
import { countStored } from './limits/storage.ts';
import { tellLostPosition } from './responses/consistency-token.ts';
import { sendResponse } from './responses/send-response.ts';
import { exportFileName } from './streaming/file-name.ts';
import type { ExportForm } from './streaming/page-parts.ts';
import { type AnyReportHandler, type ReportDeps, reportHandler } from './streaming/report-handler.ts';
import { MEDIA_TYPES, type ReadPage, streamList } from './streaming/stream-list.ts';

/** A handler of any operation. Its own types were checked where it was written. */
type AnyHandler = (
  request: ApiRequest<OperationId>,
  respond: typeof reply,
  db: Querier,
) => Promise<ApiResponse>;

/** Exports of rows that no list has. Each row of a page is several, with a line break between them. */
export interface ExportRows {
  readonly exportOrderLines: Handler<'listOrders'>;
}

export interface ExportDeps {
  readonly rows: ExportRows;
  readonly authenticator: Authenticator;
  readonly limit: ConcurrencyLimit;
  readonly turns: EventLoopYield;
  readonly nowMs: () => number;
}

export interface DispatchDeps {
  readonly handlers: Handlers;
  readonly reports: ReportDeps;
  readonly exports: ExportDeps;
  readonly replicas: Replicas | undefined;
  readonly storage: StorageMeter;
  readonly largePages: LargePages;
}

/**
 * Calls the handler: a GET on the pool or a replica, anything else in a transaction that commits before the response is sent.
 */
export function dispatch(operation: Operation, deps: DispatchDeps): RequestHandler {
  const { handlers, reports, exports, replicas, storage, largePages } = deps;
  const readRows = rowsReader(operation, replicas);
  const list = operation.exportedList;
  if (list !== undefined)
    return exportHandler(operation, listOf(operation, handlers, exports), { ...exports, readRows });
  const report = reports.handlers[operation.id as ReportOperationId] as AnyReportHandler | undefined;
  if (report) return reportHandler(operation, report, { db: reports.db, replicas, limit: exports.limit });
  const handler = handlers[operation.id as HandledOperationId] as unknown as AnyHandler;
  const hasPages = operation.parameters.some(({ name }) => name === 'limit');
  if (operation.isRead) return readHandler(handler, readRows, hasPages ? largePages : undefined);
  return async (req, res) => {
    const request = toApiRequest(req, res);
    // Its body has taken a while to arrive.
    requestContext(res).unread!.requireRoom(request.caller.tenantId);
    const db = databaseOf(res);
    const response = await db
      .transaction((tx) => runOnce(tx, res, (within) => handler(request, reply, within)))
      .catch((error: unknown) => throwNamingExisting(db, request, error));
    countStored(storage, operation, res, response);
    await tellLostPosition(res);
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

/** What reads the pages of an export: the list, or what reads the same rows in another form. */
function listOf({ id, exportedList }: Operation, handlers: Handlers, { rows }: ExportDeps): AnyHandler {
  return (rows[id as keyof ExportRows] ?? handlers[exportedList!]) as unknown as AnyHandler;
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

/** Sends all pages of a list as one response. */
function exportHandler(
  operation: Operation,
  list: AnyHandler,
  deps: ExportDeps & { readonly readRows: ReadRows },
): RequestHandler {
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const { format, fields, dialect, formulas, ...filters } = request.query as unknown as ExportForm;
    requireAccepted(req, [MEDIA_TYPES[format]], operation);
    onClosed(req, res, deps.limit.acquire(request.caller.tenantId));
    // An export can outlive its key, so each page authenticates and authorizes again.
    const readPage: ReadPage = async (paging, pageBytes) => {
      const caller = await deps.authenticator.reauthenticate(req);
      requireAuthorized(operation, caller);
      const query = { ...filters, ...paging };
      const { body } = await deps.readRows(req, res, (db) =>
        list({ ...request, caller, query: query as never, pageBytes }, reply, db),
      );
      return body as JsonPage<unknown>; // as every list returns it
    };
    const fileName = exportFileName(operation, request.path, format, deps.nowMs());
    const form = { format, fields, dialect, formulas: formulas! };
    const splitRows = operation.id in deps.rows;
    const { turns } = deps;
    return streamList(res, { exported: operation.id, form, splitRows, fileName, readPage, turns });
  };
}
