import {
  type ImportProgress,
  ImportStoppedError,
  type OrderImportItem,
  ServiceUnavailableError,
} from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const order = (n: number, notes?: string): OrderImportItem => ({
  ...{ external_id: `O-${n}`, customer_id: 77, placed_at: '2024-05-10T13:20:00.000Z', status: 'Delivered' },
  items: [{ sku: 'CAF-500', quantity: 3, unit_price: 36.5 }],
  ...(notes !== undefined && { notes }),
});

async function* orders(count: number) {
  for (let n = 0; n < count; n += 1) yield order(n);
}

type Body = { items: OrderImportItem[]; stock?: string; events?: string };
const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as Body;

/** The first order of each request is there already, the second refused. A request with an order that is to fail gets 503, as often as said. */
async function importing({ failsAt, times = 0 }: { failsAt?: string; times?: number } = {}) {
  let left = times;
  const server = await startServer((response, request) => {
    const { items } = bodyOf(request);
    if (left > 0 && items.some(({ external_id }) => external_id === failsAt)) {
      left -= 1;
      return json(response, 503, { code: 'service_unavailable', detail: 'x' });
    }
    const results = items.map(({ external_id }, index) => ({
      ...{ index, status: [200, 409][index] ?? 201, shortages: [] },
      ...(index === 1
        ? { data: null, problem: { code: 'order_differs' } }
        : { data: { external_id }, problem: null }),
    }));
    return json(response, 200, { results });
  });
  const sleep = async () => {};
  return { ...server, tp: (maxRetries = 0) => server.client({ maxRetries, runtime: { sleep } } as never) };
}

describe('importAll', () => {
  it('sends an iterable 100 orders at a time, yields each with its result, and tells its progress', async () => {
    const { tp, requests } = await importing();
    const progress: ImportProgress[] = [];
    const options = {
      stock: 'force',
      events: 'emit',
      onProgress: (so: ImportProgress) => void progress.push(so),
    } as const;
    const seen: string[] = [];
    for await (const { index, item, data } of tp().orders.importAll(orders(201), options)) {
      expect(data?.external_id ?? 'refused').toBe(index % 100 === 1 ? 'refused' : item.external_id);
      seen.push(`${index} ${item.external_id}`);
    }
    expect(seen).toEqual(Array.from({ length: 201 }, (_, n) => `${n} O-${n}`));
    expect(requests.map((request) => bodyOf(request).items.length)).toEqual([100, 100, 1]);
    expect(requests.map(bodyOf)).toMatchObject(Array(3).fill({ stock: 'force', events: 'emit' }));
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
    expect(progress).toEqual([
      { done: 100, recorded: 98, unchanged: 1, refused: 1 },
      { done: 200, recorded: 196, unchanged: 2, refused: 2 },
      { done: 201, recorded: 196, unchanged: 3, refused: 2 },
    ]);
  });

  it('sends fewer orders at a time where 100 would be more than a request takes', async () => {
    const { tp, requests } = await importing();
    const large = Array.from({ length: 5 }, (_, n) => order(n, 'ç'.repeat(200_000)));
    for await (const _ of tp().orders.importAll(large));
    expect(requests.map((request) => bodyOf(request).items.length)).toEqual([2, 2, 1]);
    expect(Math.max(...requests.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(1_000_000);
  });

  it('stops at a request that fails, and says with which order it began', async () => {
    const { tp, requests } = await importing({ failsAt: 'O-150', times: 1 });
    const seen: number[] = [];
    const run = async () => {
      for await (const { index } of tp().orders.importAll(orders(300))) seen.push(index);
    };
    const error = await failureOf(run());
    expect(error).toBeInstanceOf(ImportStoppedError);
    expect(error).toMatchObject({ name: 'ImportStoppedError', index: 100 });
    expect((error as Error).cause).toBeInstanceOf(ServiceUnavailableError);
    expect([seen.length, requests.length]).toEqual([100, 2]);
  });

  it("stops at an order that JSON can't have, once those before it are sent", async () => {
    const { tp, requests } = await importing();
    const given = Array.from({ length: 150 }, (_, n) => order(n));
    given[147]!.items[0]!.unit_price = Number.NaN;
    const seen: number[] = [];
    const run = async () => {
      for await (const { index } of tp().orders.importAll(given)) seen.push(index);
    };
    const error = await failureOf(run());
    expect(error).toBeInstanceOf(ImportStoppedError);
    expect(error).toMatchObject({
      index: 147,
      message:
        "The import has stopped at order 147: Order 147's items[0].unit_price is NaN, which JSON can't have. The orders before it were sent.",
    });
    expect([seen.at(-1), requests.map((request) => bodyOf(request).items.length)]).toEqual([146, [100, 47]]);
  });

  it('keeps one Idempotency-Key over the retries of a request', async () => {
    const { tp, requests } = await importing({ failsAt: 'O-0', times: 2 });
    for await (const _ of tp(3).orders.importAll(orders(1)));
    expect(requests.length).toBe(3);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('refuses a misspelled option, and an onProgress that is no function', async () => {
    const { tp, requests } = await importing();
    for (const options of [{ onprogress: () => {} }, { onProgress: 'x' }])
      expect(
        await failureOf(
          tp()
            .orders.importAll([order(1)], options as never)
            .next(),
        ),
      ).toMatchObject({
        message: expect.stringMatching(/onprogress|onProgress/),
      });
    expect(requests).toEqual([]);
  });
});
