import type { Request, Response } from 'express';
import type { OperationId } from '../contract.ts';
import { type Fault, invalidRequest } from '../errors.ts';
import type { Answer } from '../handler.ts';
import { columnsOf, headerOf, recordOf } from './csv.ts';
import { CSV } from './media.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** The rows that are read at one time: the contract's largest page. */
const ROWS_AT_ONCE = 200;

/** `limit` and `cursor` belong to pages. The validator has put the default of limit in, so the query's text is asked. */
export function refusePaging(req: Request): void {
  const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '');
  const faults = ['limit', 'cursor']
    .filter((name) => query.has(name))
    .map((parameter): Fault => {
      return { parameter, code: 'not_with_stream', detail: 'goes with pages of JSON only' };
    });
  if (faults.length > 0) throw invalidRequest(faults);
}

/**
 * Answers a whole list, page after page: only one page is in memory, and the next is read when the client has taken the
 * one before. The first is read before the answer begins, so that a fault is still a problem.
 */
export async function streamList(
  res: Response,
  operation: OperationId,
  media: string,
  page: (paging: { limit: number; cursor?: string }) => Promise<Answer>,
): Promise<void> {
  const columns = media === CSV ? columnsOf(operation) : undefined;
  const line = (row: unknown): string => (columns ? recordOf(columns, row) : `${JSON.stringify(row)}\n`);
  let { data, page: at } = JSON.parse((await page({ limit: ROWS_AT_ONCE })).body!) as Page;
  res.setHeader('Content-Type', `${media}; charset=utf-8`);
  if (columns) res.write(headerOf(columns));
  for (;;) {
    if (!res.write(data.map(line).join(''))) await drained(res);
    if (res.destroyed || !at.has_more) break;
    ({ data, page: at } = JSON.parse(
      (await page({ limit: ROWS_AT_ONCE, cursor: at.next_cursor! })).body!,
    ) as Page);
  }
  res.end();
}

/** Until the client has taken what was written, or is gone. */
function drained(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    if (res.destroyed) return resolve();
    res.once('drain', done).once('close', done);
  });
}
