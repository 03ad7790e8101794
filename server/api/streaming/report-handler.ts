import type { RequestHandler } from 'express';
import { CONSISTENCY_TOKEN, type Operation, type OperationId } from '../../base/contract.ts';
import type { OnClosed } from '../../base/counters/fair-semaphore.ts';
import type { ReportDatabase } from '../../db/pool/report-database.ts';
import type { Transaction } from '../../db/querier.ts';
import type { Replicas } from '../../db/replicas/replicas.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { requireAccepted } from '../../http/content-negotiation.ts';
import type { ApiRequest, OpenReport, ReportHandlers } from '../../trade/resources/handler.ts';
import { toApiRequest } from '../dispatch.ts';
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import type { CsvOptions } from './csv.ts';
import { REPORT_MEDIA_TYPES, type ReportFormat, type Rest, sendReport } from './send-report.ts';

/** The handler of any report. Its own types were checked where it was written. */
export type AnyReportHandler = (request: ApiRequest<OperationId>, tx: Transaction) => Promise<OpenReport>;

export interface ReportDeps {
  readonly handlers: ReportHandlers;
  readonly db: ReportDatabase;
}

interface ReportSources {
  readonly db: ReportDatabase;
  readonly replicas: Replicas | undefined;
  readonly limit: ConcurrencyLimit;
}

/** A report counts as an export, and reads on connections of its own. */
export function reportHandler(
  operation: Operation,
  open: AnyReportHandler,
  { db, replicas, limit }: ReportSources,
): RequestHandler {
  return async (req, res) => {
    const request = toApiRequest(req, res);
    const { format, dialect } = request.query as { readonly format: ReportFormat } & CsvOptions;
    requireAccepted(req, [REPORT_MEDIA_TYPES[format]], operation);
    const { tenantId } = request.caller;
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    whenClosed(limit.acquire(tenantId));
    const send = (from: ReportDatabase): Promise<Rest> =>
      from.run(tenantId, whenClosed, async (tx) =>
        sendReport(
          res,
          { operation, format, dialect, sendingMs: from.limits.sendingMs },
          await open(request, tx),
        ),
      );
    const asked = {
      ...{ tenantId, token: req.get(CONSISTENCY_TOKEN), complete: false },
      hasStarted: () => res.headersSent,
    };
    try {
      const sendRest = await (replicas
        ? replicas.read(
            asked,
            ({ reports }) => send(reports),
            () => send(db),
          )
        : send(db));
      await sendRest();
    } catch (error) {
      // Without chunked encoding, closing the connection normally would make an incomplete report look complete.
      if (res.headersSent) req.socket.resetAndDestroy();
      throw error;
    }
  };
}
