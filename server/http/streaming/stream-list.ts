import type { Response } from 'express';
import type { ExportOperationId, OperationId } from '../../contract.ts';
import { type ApiRequest, type ApiResponse, bodyText } from '../../handler.ts';
import { RESPONSE_STALLED_MS } from '../connection/create-server.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { columnsOf, csvHeader, csvRecord } from './csv.ts';
import { STREAM_RETRY_AFTER_SECONDS, writeChunks } from './write-chunks.ts';

/** The contract's largest page. */
const PAGE_ROWS = 200;
/** A BI tool reads a few tables in parallel. Each export holds a page in memory and reads pages as fast as it can. */
export const MAX_EXPORTS_PER_TENANT = 3;

export type ExportFormat = ApiRequest<ExportOperationId>['query']['format'];
export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
}

export interface PageParameters {
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListStream {
  readonly list: OperationId;
  readonly format: ExportFormat;
  /** What a browser saves it as. */
  readonly fileName: string;
  readonly readPage: (paging: PageParameters) => Promise<ApiResponse>;
  readonly stalledMs?: number;
}

export const exportConcurrencyLimit = (): ConcurrencyLimit =>
  new ConcurrencyLimit({
    max: MAX_EXPORTS_PER_TENANT,
    what: 'exports open',
    retryAfterSeconds: STREAM_RETRY_AFTER_SECONDS,
  });

/**
 * Sends a whole list as NDJSON or CSV. Only one page is in memory at a time; the next one is read when the client has
 * taken the previous one. The first page is read before the response starts, so its errors are still sent as problems.
 *
 * Any later error resets the connection. Without chunked encoding (HTTP/1.0, nginx's default towards its backends)
 * closing it normally would make an incomplete list look complete.
 */
export async function streamList(res: Response, stream: ListStream): Promise<void> {
  const { list, format } = stream;
  const columns = format === 'csv' ? columnsOf(list) : undefined;
  const line = (row: unknown): string => (columns ? csvRecord(columns, row) : `${JSON.stringify(row)}\n`);
  const firstPage = await readPage(stream, {});
  res.setHeader('Content-Type', `${MEDIA_TYPES[format]}; charset=utf-8`);
  res.setHeader('Content-Disposition', `attachment; filename="${stream.fileName}"`);
  if (columns) res.write(csvHeader(columns));
  try {
    for (let page: Page | undefined = firstPage; page; page = await nextPage(stream, page))
      await writeChunks(res, page.data.map(line), stream.stalledMs ?? RESPONSE_STALLED_MS);
  } catch (error) {
    res.req.socket.resetAndDestroy();
    throw error;
  }
  res.end();
}

async function readPage(stream: ListStream, paging: { cursor?: string }): Promise<Page> {
  const page = await stream.readPage({ limit: PAGE_ROWS, ...paging });
  return JSON.parse(bodyText(page)!) as Page;
}

async function nextPage(stream: ListStream, { page }: Page): Promise<Page | undefined> {
  return page.has_more ? readPage(stream, { cursor: page.next_cursor! }) : undefined;
}
