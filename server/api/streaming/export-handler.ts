import type { RequestHandler } from 'express';
import type { Operation } from '../../base/contract.ts';
import type { EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import type { JsonPage } from '../../base/json.ts';
import type { Replicas } from '../../db/replicas/replicas.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { requireAccepted } from '../../http/content-negotiation.ts';
import { type Handler, type Handlers, reply } from '../../trade/resources/handler.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import { requireAuthorized } from '../authentication/authorization.ts';
import { type AnyHandler, rowsReader, toApiRequest } from '../dispatch.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { exportFileName } from './file-name.ts';
import type { ExportForm } from './page-parts.ts';
import { MEDIA_TYPES, type ReadPage, streamList } from './stream-list.ts';

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

/** Sends all pages of a list as one response: of what reads them, or of what reads the same rows in another form. */
export function exportHandler(
  operation: Operation,
  handlers: Handlers,
  replicas: Replicas | undefined,
  { rows, authenticator, limit, turns, nowMs }: ExportDeps,
): RequestHandler {
  const { id: exported, exportedList } = operation;
  const splitRows = exported in rows;
  const list = (rows[exported as keyof ExportRows] ?? handlers[exportedList!]) as unknown as AnyHandler;
  const readRows = rowsReader(operation, replicas);
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const { format, fields, dialect, formulas, ...filters } = request.query as unknown as ExportForm;
    requireAccepted(req, [MEDIA_TYPES[format]], operation);
    onClosed(req, res, limit.acquire(request.caller.tenantId));
    // An export can outlive its key, so each page authenticates and authorizes again.
    const readPage: ReadPage = async (paging, pageBytes) => {
      const caller = await authenticator.reauthenticate(req);
      requireAuthorized(operation, caller);
      const query = { ...filters, ...paging };
      const { body } = await readRows(req, res, (db) =>
        list({ ...request, caller, query: query as never, pageBytes }, reply, db),
      );
      return body as JsonPage<unknown>; // as every list returns it
    };
    const fileName = exportFileName(operation, request.path, format, nowMs());
    const form = { format, fields, dialect, formulas: formulas! };
    return streamList(res, { exported, form, splitRows, fileName, readPage, turns });
  };
}
