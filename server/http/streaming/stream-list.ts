import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { OperationId } from '../../contract.ts';
import { type ApiProblem, invalidRequest, tooManyConcurrent, type ValidationIssue } from '../../errors.ts';
import type { ApiResponse } from '../../handler.ts';
import { RESPONSE_STALLED_MS } from '../connection/create-server.ts';
import { onClosed } from '../connection/on-closed.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { CSV } from '../media.ts';
import { columnsOf, csvHeader, csvRecord } from './csv.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
}

export interface PageParameters {
  readonly limit: number;
  readonly cursor?: string;
}

/** Small enough that a client which reads 2 kB/s takes one well before it counts as stalled. */
const CHUNK_CHARACTERS = 64 * 1024;
/** A BI tool reads a few tables side by side. Each holds a page in memory, and reads the next as fast as it can. */
const MAX_STREAMS_PER_TENANT = 3;
/** A whole list takes from a second to minutes. */
const STREAM_RETRY_AFTER_SECONDS = 5;

export const streamConcurrencyLimit = (): ConcurrencyLimit =>
  new ConcurrencyLimit({
    max: MAX_STREAMS_PER_TENANT,
    what: 'streamed lists of the tenant are open already',
    retryAfterSeconds: STREAM_RETRY_AFTER_SECONDS,
  });

/** The rows that are read at one time: the contract's largest page. */
const PAGE_ROWS = 200;

/** `limit` and `cursor` belong to pages. The validator has put the default of limit in, so the query's text is asked. */
export function refusePageParameters(req: Request): void {
  const query = new URLSearchParams(req.originalUrl.split(/\?(.*)/s)[1] ?? '');
  const issues = ['limit', 'cursor']
    .filter((name) => query.has(name))
    .map((parameter): ValidationIssue => {
      return { parameter, code: 'not_with_stream', detail: 'goes with pages of JSON only' };
    });
  if (issues.length > 0) throw invalidRequest(issues);
}

export interface ListStream {
  readonly operation: OperationId;
  readonly media: string;
  readonly page: (paging: PageParameters) => Promise<ApiResponse>;
  readonly stalledMs?: number;
}

/**
 * Answers a whole list, page after page: only one page is in memory, and the next is read when the client has taken the
 * one before. The first is read before the answer begins, so that a fault is still a problem. Whatever ends a list early
 * resets the connection: without chunks (HTTP/1.0, as nginx speaks to its backends by default) a mere end would look like
 * the end of the list.
 */
export async function streamList(res: Response, stream: ListStream): Promise<void> {
  const { operation, media } = stream;
  const columns = media === CSV ? columnsOf(operation) : undefined;
  const line = (row: unknown): string => (columns ? csvRecord(columns, row) : `${JSON.stringify(row)}\n`);
  const first = await readPage(stream, {});
  res.setHeader('Content-Type', `${media}; charset=utf-8`);
  if (columns) res.write(csvHeader(columns));
  try {
    for (let page: Page | undefined = first; page; page = await pageAfter(stream, page))
      await writeChunks(res, page.data.map(line), stream.stalledMs ?? RESPONSE_STALLED_MS);
  } catch (error) {
    res.req.socket.resetAndDestroy();
    throw error;
  }
  res.end();
}

async function readPage({ page }: ListStream, paging: { cursor?: string }): Promise<Page> {
  return JSON.parse((await page({ limit: PAGE_ROWS, ...paging })).body!) as Page;
}

async function pageAfter(stream: ListStream, { page }: Page): Promise<Page | undefined> {
  return page.has_more ? readPage(stream, { cursor: page.next_cursor! }) : undefined;
}

async function writeChunks(res: Response, lines: readonly string[], stalledMs: number): Promise<void> {
  let chunk = '';
  for (const [index, line] of lines.entries()) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS && index < lines.length - 1) continue;
    // Node reports a write to a destroyed response as an error event, which nobody listens to.
    if (res.destroyed) throw streamAborted('The client closed the connection.');
    if (!res.write(chunk)) await waitForDrain(res, stalledMs);
    chunk = '';
  }
}

/** Until the client has taken what was written. Throws when it is gone, or has taken nothing for too long. */
function waitForDrain(res: Response, stalledMs: number): Promise<void> {
  const { socket } = res.req;
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      clearInterval(timer);
      cancel();
      res.off('drain', onDrain);
      outcome();
    };
    const onDrain = (): void => settle(resolve);
    const onClose = (): void => settle(() => reject(streamAborted('The client closed the connection.')));
    // A pipelined response waits for the one before it, which may go well: what counts is the connection.
    let sent = sentBytes(socket);
    const timer = setInterval(() => {
      if (sentBytes(socket) === sent)
        settle(() => reject(streamAborted(`The client took nothing for ${stalledMs} ms.`)));
      sent = sentBytes(socket);
    }, stalledMs);
    let cancel = (): void => {};
    res.once('drain', onDrain);
    cancel = onClosed(res.req as Request, res, onClose);
  });
}

const sentBytes = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;
const streamAborted = (detail: string): ApiProblem => tooManyConcurrent(detail, STREAM_RETRY_AFTER_SECONDS);
