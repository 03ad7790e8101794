// A service, or a cache before it, that returns the same cursor again must not keep a program busy for ever.
import { ApiError, type Tradepost } from '@tradepost/sdk';
import { expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

/** A list whose page behind each cursor is known. */
async function serveCursors(next: (cursor: string | null) => unknown, rows: unknown[] = [{ id: 1 }]) {
  return startServer((response, { url }) => {
    const cursor = new URL(url!, 'http://x').searchParams.get('cursor');
    json(response, 200, { data: rows, page: { has_more: true, next_cursor: next(cursor) } });
  });
}

const store = { read: () => undefined, write: () => {} };
const drain = async (rows: AsyncIterable<unknown>) => {
  for await (const _ of rows);
};

const WAYS: [how: string, (tp: Tradepost) => Promise<unknown>][] = [
  ['for await', (tp) => drain(tp.products.list())],
  ['pages()', (tp) => drain(tp.stock.movements().pages())],
  ['toArray()', (tp) => tp.priceTables.entries(12).toArray({ limit: 1_000_000 })],
  ['events.list()', (tp) => drain(tp.events.list())],
  ['events.follow()', (tp) => drain(tp.events.follow({ store }))],
];

it.each(WAYS)('%s ends with an error, whatever the length of the circle', async (_how, read) => {
  for (const length of [1, 2, 3, 7, 100]) {
    const { client, requests } = await serveCursors(
      (cursor) => `c${(Number(cursor?.slice(1) ?? -1) + 1) % length}`,
    );
    const error = await failureOf(read(client()));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 200, detail: expect.stringContaining('without a new cursor') });
    expect(requests.length).toBeLessThanOrEqual(3 * length + 1);
  }
});

it.each(WAYS)('%s ends with an error if there is more, but no cursor', async (_how, read) => {
  for (const cursor of [null, undefined, 7]) {
    const { client, requests } = await serveCursors(() => cursor);
    expect(await failureOf(read(client()))).toBeInstanceOf(ApiError);
    expect(requests.length).toBe(1);
  }
});

it('a single page is refused too if it leads to itself', async () => {
  const { client } = await serveCursors(() => 'a');
  expect((await client().products.list()).page.next_cursor).toBe('a');
  expect(await failureOf(client().products.list({ cursor: 'a' }))).toBeInstanceOf(ApiError);
});

it('a list can be iterated twice, and a long one to its end', async () => {
  const { client } = await startServer((response, { url }) => {
    const n = Number(new URL(url!, 'http://x').searchParams.get('cursor') ?? 0);
    const page = { has_more: n < 200, next_cursor: n < 200 ? String(n + 1) : null };
    json(response, 200, { data: [{ id: n }], page });
  });
  const list = client().products.list();
  for (const _ of [1, 2]) expect((await list.toArray({ limit: 1000 })).length).toBe(201);
});
