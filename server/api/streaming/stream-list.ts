import type { Response } from 'express';
import type { ByteString } from '../../base/byte-string.ts';
import type { ExportOperationId, OperationId } from '../../base/contract.ts';
import type { EventLoopYield } from '../../base/counters/event-loop-yield.ts';
import type { JsonPage } from '../../base/json.ts';
import type { PageBytes } from '../../db/sql/page-bytes.ts';
import { RESPONSE_STALLED_MS } from '../../http/connection/create-server.ts';
import type { ApiRequest } from '../../trade/resources/handler.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { compressStream } from '../responses/send-response.ts';
import { type ExportForm, listWriter, partsOf } from './page-parts.ts';
import { STREAM_RETRY_AFTER_SECONDS, writeChunk } from './write-chunks.ts';

/** The contract's largest page. */
const PAGE_ROWS = 200;
/**
 * 2.5 kB a row for 200 of them, three times an order of three lines, so ordinary lists have full pages. A client that never reads
 * makes the process hold a page.
 */
export const EXPORT_PAGE_BYTES = 500_000;
/** A BI tool reads a few tables in parallel. Each export holds a page in memory and reads pages as fast as it can. */
export const MAX_EXPORTS_PER_TENANT = 3;

export type ExportFormat = ApiRequest<ExportOperationId>['query']['format'];
export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

export interface PageParameters {
  readonly limit: number;
  readonly cursor?: string;
}

type Page = JsonPage<unknown>;
export type ReadPage = (paging: PageParameters, pageBytes: PageBytes) => Promise<Page>;

export interface ListStream {
  readonly exported: OperationId;
  readonly form: ExportForm;
  /** Whether what the list has as a row is several rows, with a line break between them. */
  readonly splitRows?: boolean;
  /** What a browser saves it as. */
  readonly fileName: string;
  readonly readPage: ReadPage;
  /** Shared by all exports of the process. */
  readonly turns: EventLoopYield;
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
  const { exported, form, stalledMs = RESPONSE_STALLED_MS } = stream;
  const writer = listWriter(exported, form);
  const firstPage = await stream.readPage({ limit: PAGE_ROWS }, pageBytes(false));
  compressStream(res);
  res.setHeader('Content-Type', `${MEDIA_TYPES[form.format]}; charset=utf-8`);
  res.setHeader('Content-Disposition', `attachment; filename="${stream.fileName}"`);
  if (res.req.method === 'HEAD') return void res.end();
  if (writer.header) res.write(writer.header);
  try {
    for (let page: Page | undefined = firstPage; page; page = await nextPage(stream, page)) {
      for (const rows of partsOf(stream.splitRows ? page.rows.flatMap(linesOf) : page.rows)) {
        await stream.turns.next();
        await writeChunk(res, writer.part(rows), stalledMs);
      }
      // Otherwise rows would wait in the compressor until the next page is read.
      res.flush?.();
    }
  } catch (error) {
    res.req.socket.resetAndDestroy();
    throw error;
  }
  res.end();
}

const linesOf = (row: ByteString): ByteString[] => row.split('\n') as ByteString[];

async function nextPage({ readPage }: ListStream, last: Page): Promise<Page | undefined> {
  if (!last.hasMore) return undefined;
  const wasCutShort = last.rows.length < PAGE_ROWS;
  return readPage({ limit: PAGE_ROWS, cursor: last.nextCursor! }, pageBytes(wasCutShort));
}

const pageBytes = (expectLarge: boolean): PageBytes => ({ most: EXPORT_PAGE_BYTES, expectLarge });
