import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type OrderBody, openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();
const LOCK_BALANCES = 'SELECT 1 FROM stock_balances WHERE tenant_id = $1 FOR UPDATE';
/** Whether the statement that waits is the one that takes care of the key. */
const WAITING = `SELECT query LIKE 'WITH once AS%' AS once FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** A shop with one product, whose orders have the key `k`. */
async function openKeyedShop(onHand: number) {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, onHand);
  const body = { customer_id: shop.customer.id, items: [{ product_id: product.id, quantity: 1 }] };
  const send = (more: Partial<OrderBody> = {}) =>
    shop.request('POST', '/orders', { body: { ...body, ...more }, headers: { 'idempotency-key': 'k' } });
  const written = async () => {
    const { on_hand, reserved } = (await shop.tp.products.get(product.id)).stock;
    const events = await eventsOf(environment(), shop.tenantId);
    const created = events.filter(({ event_type }) => event_type === 'order.created');
    return { left: on_hand - reserved, events: created.length };
  };
  const age = (hours: number) =>
    environment().context.db.query(
      `UPDATE idempotency_keys SET created_at = now() - $2 * interval '1 hour' WHERE tenant_id = $1`,
      [shop.tenantId, hours],
    );
  return { ...shop, product, send, written, age };
}

const COMPARED = ['ETag', 'Location', 'Content-Type'];
async function seen(response: Response) {
  const headers = COMPARED.map((name) => response.headers.get(name));
  return { status: response.status, headers, text: await response.text() };
}

it('an order is placed once for each key; repeated, it gets the same status, headers and body', async () => {
  const { send, written } = await openKeyedShop(5);
  const response = await send();
  const first = await seen(response);
  expect(first.headers[1]).toBe(`/api/v1/orders/${(JSON.parse(first.text) as { id: number }).id}`);
  const again = await send();
  expect([response, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
  expect(await seen(again)).toEqual(first);
  expect(await written()).toEqual({ left: 4, events: 1 });
});

describe.each([
  ['plenty of stock', 40, {}],
  ['an external_id', 40, { external_id: 'ERP-1' }],
  ['the last piece', 1, {}],
])('of orders with the same key and %s', (_of, onHand, more) => {
  it('one is placed, and of 30 at once none is refused because of it', async () => {
    const { send, written } = await openKeyedShop(onHand);
    const sent = await Promise.all(Array.from({ length: 30 }, () => send(more)));
    const bodies = await Promise.all(
      sent.map((each) => each.json() as Promise<{ id?: number; code?: string }>),
    );
    expect(new Set(bodies.flatMap(({ id }) => id ?? [])).size).toBe(1);
    const refused = bodies.flatMap(({ code }) => code ?? []);
    expect(refused.filter((code) => code !== 'idempotency_in_progress')).toEqual([]);
    expect(await written()).toEqual({ left: onHand - 1, events: 1 });
  });

  it('one that has found no response before the other was placed gets it afterwards', async () => {
    const { send, written, tenantId } = await openKeyedShop(onHand);
    const balances = await holdLocks(environment().databaseUrl, LOCK_BALANCES, [tenantId]);
    const first = send(more);
    await expect.poll(balances.waiting).toBe(1);
    const prices = await holdLocks(environment().databaseUrl, 'LOCK TABLE price_table_entries');
    const second = send(more);
    await expect.poll(prices.waiting).toBe(2);
    await balances.release();
    const placed = await seen(await first);
    await prices.release();
    const repeated = await second;
    expect(repeated.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await seen(repeated)).toEqual(placed);
    expect(await written()).toEqual({ left: onHand - 1, events: 1 });
  });
});

it('an order is one statement with its response; while that runs, another request with its key gets 409', async () => {
  const { send, written, tenantId } = await openKeyedShop(5);
  const locked = await holdLocks(environment().databaseUrl, LOCK_BALANCES, [tenantId]);
  const first = send();
  await expect.poll(locked.waiting).toBe(1);
  expect(await environment().context.db.query(WAITING, [])).toEqual([{ once: true }]);
  expect(await (await send()).json()).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
  await locked.release();
  expect((await first).status).toBe(201);
  expect(await written()).toEqual({ left: 4, events: 1 });
});

it('a refusal is not stored: the same order may be placed later', async () => {
  const { send, written, tp, product } = await openKeyedShop(0);
  expect(await (await send()).json()).toMatchObject({ status: 409, code: 'insufficient_stock' });
  await tp.products.adjustStock(product.id, { mode: 'set', quantity: 1, reason: 'count' });
  const response = await send();
  expect([response.status, response.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  expect(await written()).toEqual({ left: 0, events: 1 });
});

it('a key is forgotten after 24 hours, whether or not it was deleted', async () => {
  const { send, written, age } = await openKeyedShop(5);
  await send();
  await age(24.1);
  const second = await seen(await send({ notes: 'another' }));
  expect([second.status, await written()]).toEqual([201, { left: 3, events: 2 }]);
  expect(await seen(await send({ notes: 'another' }))).toEqual(second);
});
