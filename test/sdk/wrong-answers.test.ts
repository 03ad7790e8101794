// Something on the way answers for Tradepost, or another service is at the address: an error says what came.
import type { Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const store = { read: () => undefined, write: () => {} };
const drain = async (rows: AsyncIterable<unknown>) => {
  for await (const _ of rows);
};
const order = { external_id: 'A' } as never;

type Way = [how: string, (tp: Tradepost) => PromiseLike<unknown>];
const lists: Way[] = [
  ['a page', (tp) => tp.products.list()],
  ['for await', (tp) => drain(tp.products.list())],
  ['toArray()', (tp) => tp.products.list().toArray({ limit: 9 })],
  ['follow()', (tp) => drain(tp.events.follow({ store }))],
];
const batches: Way[] = [
  ['batch()', (tp) => tp.products.batch([{ sku: 'A' }, { sku: 'B' }] as never)],
  ['batchAll()', (tp) => drain(tp.products.batchAll([{ sku: 'A' }, { sku: 'B' }] as never))],
  ['importAll()', (tp) => drain(tp.orders.importAll([order, order]))],
];
const others: Way[] = [
  ['get()', (tp) => tp.products.get(1)],
  ['create()', (tp) => tp.orders.create({} as never)],
  ['me()', (tp) => tp.me()],
  ['sync()', (tp) => tp.sync({ lists: ['products'], store, apply() {} })],
];

/** An import has the error as its cause. */
async function apiErrorOf(run: Way[1], body: unknown, type = 'application/json') {
  const { client } = await startServer((response) =>
    typeof body === 'string'
      ? response.writeHead(200, { 'content-type': type }).end(body)
      : json(response, 200, body),
  );
  const error = await failureOf<Error>(run(client()));
  const found = error.name === 'ImportStoppedError' ? (error.cause as Error) : error;
  expect(found.name).toBe('ApiError');
  return found.message;
}

describe.each([...lists, ...batches, ...others])('%s', (_how, run) => {
  it.each([null, 5, 'text', [], true])('says that a 200 has %j', async (body) => {
    const message = await apiErrorOf(run, JSON.stringify(body));
    expect(message).toContain('returned 200 OK: It has application/json, not what Tradepost returns');
  });

  it('says that a 200 has HTML or nothing', async () => {
    expect(await apiErrorOf(run, '<html>', 'text/html')).toContain('It has text/html, not what');
    expect(await apiErrorOf(run, '')).toContain('It has no body, not what');
  });
});

const page = { has_more: false, next_cursor: 'x' };
it.each(lists)('%s says that what came is no list', async (_how, run) => {
  for (const body of [{}, { data: null, page }, { data: [] }, { data: {}, page }, { data: [null], page }])
    expect(await apiErrorOf(run, body)).toContain("It isn't a list");
});

it.each(batches)('%s says that items have no result', async (_how, run) => {
  const result = { index: 0, status: 201, data: {}, problem: null };
  for (const results of [undefined, null, {}, [], [result], [result, null], [result, result, result]])
    expect(await apiErrorOf(run, { results })).toContain('It has no result for each item');
});

it.each(lists.slice(1))('%s ends if a list goes on without rows', async (_how, run) => {
  const { client, requests } = await startServer((response) =>
    json(response, 200, { data: [], page: { has_more: true, next_cursor: `c${requests.length}` } }),
  );
  expect(await failureOf(run(client()))).toMatchObject({
    name: 'ApiError',
    message: expect.stringContaining('More rows are to come, but without'),
  });
  expect(requests.length).toBeLessThan(200);
});
