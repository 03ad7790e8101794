import type { Request, Response } from 'express';
import type { OperationId } from '../../contract.ts';
import { invalidRequest, type ValidationIssue } from '../../errors.ts';
import type { ApiResponse } from '../../handler.ts';
import { RESPONSE_STALLED_MS } from '../connection/create-server.ts';
import { CSV } from '../content-negotiation.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { columnsOf, csvHeader, csvRecord } from './csv.ts';
import { STREAM_RETRY_AFTER_SECONDS, writeChunks } from './write-chunks.ts';

/** The contract's largest page. */
const PAGE_ROWS = 200;
/** A BI tool reads a few tables in parallel. Each stream holds a page in memory and reads pages as fast as it can. */
const MAX_STREAMS_PER_TENANT = 3;

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
}

export interface PageParameters {
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListStream {
  readonly operation: OperationId;
  readonly mediaType: string;
  readonly readPage: (paging: PageParameters) => Promise<ApiResponse>;
  readonly stalledMs?: number;
}

export const streamConcurrencyLimit = (): ConcurrencyLimit =>
  new ConcurrencyLimit({
    max: MAX_STREAMS_PER_TENANT,
    what: 'streamed lists open',
    retryAfterSeconds: STREAM_RETRY_AFTER_SECONDS,
  });

/** Refuses `limit` and `cursor`. Validation has already filled in the default limit, so this reads the raw query. */
export function refusePageParameters(req: Request): void {
  const query = new URLSearchParams(req.originalUrl.split(/\?(.*)/s)[1] ?? '');
  const issues = ['limit', 'cursor']
    .filter((name) => query.has(name))
    .map((parameter): ValidationIssue => {
      return { parameter, code: 'not_with_stream', detail: 'applies to JSON pages only' };
    });
  if (issues.length > 0) throw invalidRequest(issues);
}

/**
 * Sends a whole list as NDJSON or CSV. Only one page is in memory at a time; the next one is read when the client has
 * taken the previous one. The first page is read before the response starts, so its errors are still sent as problems.
 *
 * Any later error resets the connection. Without chunked encoding (HTTP/1.0, nginx's default towards its backends)
 * closing it normally would make an incomplete list look complete.
 */
export async function streamList(res: Response, stream: ListStream): Promise<void> {
  const { operation, mediaType } = stream;
  const columns = mediaType === CSV ? columnsOf(operation) : undefined;
  const line = (row: unknown): string => (columns ? csvRecord(columns, row) : `${JSON.stringify(row)}\n`);
  const firstPage = await readPage(stream, {});
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
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
  const { body } = await stream.readPage({ limit: PAGE_ROWS, ...paging });
  return JSON.parse(body!) as Page;
}

async function nextPage(stream: ListStream, { page }: Page): Promise<Page | undefined> {
  return page.has_more ? readPage(stream, { cursor: page.next_cursor! }) : undefined;
}
