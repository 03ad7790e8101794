import type { RequestHandler } from 'express';
import type { Operation, OperationId } from '../../contract.ts';
import type { OnClosed } from '../../db/connection-shares.ts';
import type { Transaction } from '../../db/querier.ts';
import type { ReportDatabase } from '../../db/report-database.ts';
import type { ApiRequest, OpenReport, ReportHandlers } from '../../handler.ts';
import { toApiRequest } from '../api-request.ts';
import { onClosed } from '../connection/on-closed.ts';
import { requireAccepted } from '../content-negotiation.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { REPORT_MEDIA_TYPES, type ReportFormat, sendReport } from './send-report.ts';

/** The handler of any report. Its own types were checked where it was written. */
export type AnyReportHandler = (request: ApiRequest<OperationId>, tx: Transaction) => Promise<OpenReport>;

export interface ReportDeps {
  readonly handlers: ReportHandlers;
  readonly db: ReportDatabase;
}

/** A report counts as an export, and reads on connections of its own. */
export function reportHandler(
  operation: Operation,
  open: AnyReportHandler,
  { db, limit }: { readonly db: ReportDatabase; readonly limit: ConcurrencyLimit },
): RequestHandler {
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const { format } = request.query as { readonly format: ReportFormat };
    requireAccepted(req, [REPORT_MEDIA_TYPES[format]], operation);
    const { tenantId } = request.caller;
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    whenClosed(limit.acquire(tenantId));
    try {
      const sendRest = await db.run(tenantId, whenClosed, async (tx) =>
        sendReport(res, { operation, format, sendingMs: db.limits.sendingMs }, await open(request, tx)),
      );
      await sendRest();
    } catch (error) {
      // Without chunked encoding, closing the connection normally would make an incomplete report look complete.
      if (res.headersSent) req.socket.resetAndDestroy();
      throw error;
    }
  };
}
