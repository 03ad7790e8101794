import { describe, expect, it } from 'vitest';
import { holdLocks } from '../../support/locked-rows.ts';
import { seriesOf, textOf } from '../../support/metrics.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { type Order, type OrderBody, openShop, outcomes } from '../../support/trade.ts';

let stoppedMs: number | undefined;
const environment = sharedEnvironment({
  env: { METRICS_PORT: '0' },
  overrides: { monotonicMs: () => stoppedMs ?? performance.now() },
});
const ORDERS = 40;
/** Alone each would be a transaction; all at once they are 5. */
const FEW = ORDERS / 3;
/** What a tenant may have of the connections for transactions. */
const ALONE = 2;
const LOCK_BALANCES = 'SELECT 1 FROM stock_balances WHERE tenant_id = $1 FOR UPDATE';
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

interface Movement {
  readonly order_id: number;
  readonly product_id: number;
  readonly quantity: number;
  readonly reserved_after: number;
}

/** How many orders the service has been asked for so far, answered or not. */
async function asked(): Promise<number> {
  const text = await textOf(environment().metricsAddress!);
  const series = ['requests_in_flight', 'requests_total'].flatMap((name) =>
    seriesOf(text, `tradepost_http_${name}`).filter((each) => each.includes('"createOrder"')),
  );
  return series.reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0);
}

/** A shop with two products, and a customer for each order. */
async function openBusyShop(onHand: number) {
  const shop = await openShop(environment());
  const products = [await stocked(shop.tp, onHand), await stocked(shop.tp, onHand)] as const;
  const customers = await Promise.all(times(ORDERS, () => buyer(shop.tp)));
  const query = async <Row extends object>(sql: string): Promise<Row[]> =>
    environment().context.db.query<Row>(sql, [shop.tenantId]);
  /**
   * Has the first orders wait until all have come. No time passes meanwhile: what an order read more than a second ago is read again,
   * and it then writes by itself.
   */
  const together = async <T>(send: () => Promise<T>): Promise<T> => {
    const before = await asked();
    stoppedMs = performance.now();
    const locked = await holdLocks(environment().databaseUrl, LOCK_BALANCES, [shop.tenantId]);
    const sent = send();
    await expect.poll(locked.waiting).toBe(ALONE);
    await expect.poll(asked).toBe(before + ORDERS);
    await locked.release();
    return sent.finally(() => {
      stoppedMs = undefined;
    });
  };
  return {
    ...shop,
    ...{ products, customers, query, together },
    /** How many transactions wrote the orders. */
    commits: async () =>
      (
        await query<{ n: number }>(
          'SELECT count(DISTINCT xmin::text)::int AS n FROM orders WHERE tenant_id = $1',
        )
      )[0]!.n,
    reserved: async () => {
      const rows = await Promise.all(products.map(({ id }) => shop.tp.products.get(id)));
      return rows.map(({ stock }) => stock.reserved);
    },
    movements: () =>
      query<Movement>(`SELECT order_id, product_id, quantity::float, reserved_after::float FROM stock_movements
        WHERE tenant_id = $1 AND type = 'reservation' ORDER BY id`),
  };
}

type BusyShop = Awaited<ReturnType<typeof openBusyShop>>;

/** The n-th of several orders, which differ in everything. Every fifth costs nothing. */
const bodyOf = ({ products, customers }: BusyShop, n: number): OrderBody & { customer_id: number } => ({
  customer_id: customers[n]!.id,
  external_id: `ERP-${n}`,
  items: products.map(({ id }, index) => ({
    ...{ product_id: id, quantity: 1 + index + n / 1000 },
    ...(n % 5 === 0 && { unit_price: 0 }),
  })),
  notes: `"n\\${n}"\n{,NULL}`,
  metadata: { n: `${n}`, text: `a"b\\c'${n}` },
  ...(n % 3 === 0 && { channel: `canal-${n}`, salesperson: { external_id: `${n}`, name: 'Ana' } }),
  ...(n % 4 === 0 && { placed_at: `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z` }),
});

/** What isn't the same for an order that is placed at another time. */
function comparable({ id, placed_at, created_at, updated_at, paid_at, status_history, ...order }: Order) {
  return { ...order, status_history: status_history.map(({ at, ...change }) => change) };
}

describe('orders that come together', () => {
  it('are written by a few statements, and each response is of its own order', async () => {
    const shop = await openBusyShop(1_000);
    const bodies = times(ORDERS, (n) => bodyOf(shop, n));
    const placed = await shop.together(() => Promise.all(bodies.map(shop.placeOrder)));
    expect(await shop.commits()).toBeLessThan(FEW);
    expect(placed.map(({ external_id }) => external_id)).toEqual(
      bodies.map(({ external_id }) => external_id),
    );
    expect(placed).toEqual(await Promise.all(placed.map(({ id }) => shop.tp.orders.get(id))));
  });

  it('are the same as if they had come one by one', async () => {
    const [shop, other] = [await openBusyShop(1_000), await openBusyShop(1_000)];
    const placed = await shop.together(() =>
      Promise.all(times(ORDERS, (n) => shop.placeOrder(bodyOf(shop, n)))),
    );
    const renamed = JSON.stringify(
      times(ORDERS, (n) => comparable(placed[n]!)),
      (name, value) => {
        const ids = name === 'customer_id' ? shop.customers : shop.products;
        const others = name === 'customer_id' ? other.customers : other.products;
        return /^(customer|product)_id$/.test(name)
          ? others[ids.findIndex(({ id }) => id === value)]!.id
          : value;
      },
    );
    const oneByOne: Order[] = [];
    for (let n = 0; n < ORDERS; n += 1) oneByOne.push(await other.placeOrder(bodyOf(other, n)));
    const skus = (text: string) => text.replaceAll(/"(sku|name|actor)":"[^"]*"/g, '"$1":""');
    expect(JSON.parse(skus(renamed))).toEqual(JSON.parse(skus(JSON.stringify(oneByOne.map(comparable)))));
    expect(await shop.reserved()).toEqual(await other.reserved());
  });

  it('have a movement for each of their products, with the balance after it', async () => {
    const shop = await openBusyShop(1_000);
    await shop.together(() => Promise.all(times(ORDERS, (n) => shop.placeOrder(bodyOf(shop, n)))));
    const movements = await shop.movements();
    expect(movements).toHaveLength(2 * ORDERS);
    for (const { id } of shop.products) {
      let reserved = 0;
      for (const each of movements.filter(({ product_id }) => product_id === id)) {
        reserved = Math.round((reserved + each.quantity) * 1000) / 1000;
        expect(each.reserved_after).toBe(reserved);
      }
    }
    const sums = await shop.query<{ sum: number }>(
      'SELECT reserved::float AS sum FROM stock_balances WHERE tenant_id = $1 ORDER BY product_id',
    );
    expect(await shop.reserved()).toEqual(sums.map(({ sum }) => sum));
  });

  it('have their events, each with the id of its own request', async () => {
    const shop = await openBusyShop(1_000);
    const sent = await shop.together(() =>
      Promise.all(times(ORDERS, (n) => shop.request('POST', '/orders', { body: bodyOf(shop, n) }))),
    );
    const expected = await Promise.all(
      sent.map(async (response, n) => {
        const { id } = (await response.json()) as Order;
        const event = { order_id: id, request_id: response.headers.get('X-Request-Id') };
        return ['order.created', ...(n % 5 === 0 ? ['order.payment_confirmed'] : [])].map((kind) => ({
          ...event,
          kind,
        }));
      }),
    );
    const events = await shop.query<{ order_id: number; kind: string; request_id: string }>(
      `SELECT order_id, kind, request_id FROM events WHERE tenant_id = $1 AND kind LIKE 'order.%' ORDER BY order_id, kind`,
    );
    expect(events).toEqual(
      expected.flat().toSorted((a, b) => a.order_id - b.order_id || (a.kind < b.kind ? -1 : 1)),
    );
  });

  it('get only what is there: the others are refused, whoever they came with', async () => {
    const shop = await openBusyShop(10);
    const [{ id }] = shop.products;
    const items = [{ product_id: id, quantity: 1 }];
    const placed = await shop.together(() => outcomes(times(ORDERS, () => shop.order({ items }))));
    expect(placed).toEqual({ done: 10, refused: ['409 insufficient_stock'] });
    expect(await shop.reserved()).toEqual([10, 0]);
    expect((await shop.movements()).map(({ reserved_after }) => reserved_after)).toEqual(
      times(10, (n) => n + 1),
    );
  });

  it('fail by themselves: one with an external_id that exists does no harm to the others', async () => {
    const shop = await openBusyShop(1_000);
    const bodies = times(ORDERS, (n) => ({
      ...bodyOf(shop, n),
      external_id: n % 8 === 7 ? 'ERP-0' : `ERP-${n}`,
    }));
    const placed = await shop.together(() => outcomes(bodies.map(shop.placeOrder)));
    expect(placed).toEqual({ done: 35, refused: ['409 already_exists'] });
    expect((await shop.movements()).length).toBe(70);
  });
});

describe('orders with Idempotency-Keys that come together', () => {
  const send = (shop: BusyShop, n: number, key: number) =>
    shop.request('POST', '/orders', {
      body: { ...bodyOf(shop, n), external_id: null },
      headers: { 'idempotency-key': `k-${key}` },
    });

  it('are written by a few statements, and repeated they get the same responses', async () => {
    const shop = await openBusyShop(1_000);
    const first = await shop.together(() => Promise.all(times(ORDERS, (n) => send(shop, n, n))));
    expect(await shop.commits()).toBeLessThan(FEW);
    const again = await Promise.all(times(ORDERS, (n) => send(shop, n, n)));
    expect(again.map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual(
      times(ORDERS, () => 'true'),
    );
    const seen = async (response: Response) => [
      ...['ETag', 'Location', 'Content-Type'].map((name) => response.headers.get(name)),
      await response.text(),
    ];
    expect(await Promise.all(again.map(seen))).toEqual(await Promise.all(first.map(seen)));
    expect((await shop.movements()).length).toBe(2 * ORDERS);
  });

  it('are placed once for each key, though several have the same one', async () => {
    const shop = await openBusyShop(1_000);
    const sent = await shop.together(() =>
      Promise.all(times(ORDERS, (n) => send(shop, Math.floor(n / 2), Math.floor(n / 2)))),
    );
    expect(sent.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const ids = await Promise.all(
      sent.filter(({ ok }) => ok).map(async (each) => ((await each.json()) as Order).id),
    );
    expect(new Set(ids).size).toBe(ORDERS / 2);
    expect((await shop.movements()).length).toBe(ORDERS);
  });
});
