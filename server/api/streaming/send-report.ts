import type { Response } from 'express';
import type { Operation } from '../../base/contract.ts';
import { RESPONSE_STALLED_MS } from '../../http/connection/create-server.ts';
import { type OpenReport, REPORT_BATCH_ROWS } from '../../trade/resources/handler.ts';
import { compressStream } from '../responses/send-response.ts';
import { type CsvOptions, columnsOfReport, csvOf } from './csv.ts';
import { writeChunks } from './write-chunks.ts';

export const REPORT_MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const;
export type ReportFormat = keyof typeof REPORT_MEDIA_TYPES;

/** How a format writes a report. */
interface ReportWriter {
  readonly start: string;
  row(json: string, isFirst: boolean): string;
  readonly end: string;
}

const jsonWriter = ({ about }: OpenReport, totals: string): ReportWriter => ({
  start: `${JSON.stringify(about).slice(0, -1)},"rows":[`,
  row: (json, isFirst) => (isFirst ? json : `,${json}`),
  end: `],"totals":${totals}}`,
});

function csvWriter({ id }: Operation, { about }: OpenReport, options: CsvOptions): ReportWriter {
  const columns = columnsOfReport(id, (about as { readonly group_by: string }).group_by);
  const { header, record } = csvOf(columns, options);
  return { start: header, row: (json) => record(JSON.parse(json)), end: '' };
}

export interface ReportOptions extends CsvOptions {
  readonly operation: Operation;
  readonly format: ReportFormat;
  /** How long a client may take to read what comes before the last rows. */
  readonly sendingMs: number;
}

/** What is left to send when a report has been read. */
export type Rest = () => Promise<void>;

/**
 * Sends a report's rows as they are read, apart from the last ones: the caller sends those when the database connection
 * is free. A client that doesn't read the others in time loses its connection, so that a report's connection is never
 * held for longer than that.
 */
export async function sendReport(
  res: Response,
  { operation, format, sendingMs, ...options }: ReportOptions,
  report: OpenReport,
): Promise<Rest> {
  const type = `${REPORT_MEDIA_TYPES[format]}; charset=utf-8`;
  compressStream(res);
  // Nothing is summed for HEAD, so it doesn't find out whether the report is too large.
  if (res.req.method === 'HEAD') return async () => void res.setHeader('Content-Type', type).end();
  const total = await report.sum();
  const writer = format === 'csv' ? csvWriter(operation, report, options) : jsonWriter(report, total);
  let rows = await report.read();
  res.setHeader('Content-Type', type);
  res.write(writer.start);
  const deadline = setTimeout(() => res.req.socket.resetAndDestroy(), sendingMs);
  try {
    let isFirst = true;
    for (; rows.length === REPORT_BATCH_ROWS; rows = await report.read()) {
      await writeChunks(res, linesOf(writer, rows, isFirst), RESPONSE_STALLED_MS);
      isFirst = false;
    }
    const rest = [...linesOf(writer, rows, isFirst), writer.end];
    return async () => {
      await writeChunks(res, rest, RESPONSE_STALLED_MS);
      res.end();
    };
  } finally {
    clearTimeout(deadline);
  }
}

const linesOf = (writer: ReportWriter, rows: readonly string[], isFirst: boolean): string[] =>
  rows.map((json, index) => writer.row(json, isFirst && index === 0));
