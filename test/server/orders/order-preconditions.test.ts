import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();

/** An order at version 2 that is In_Transit, and has a payment if the action needs one. */
async function shippedOrder() {
  const shop = await openShop(environment());
  const product = await stocked(shop.tp, 10);
  const { id } = await shop.order({ items: [{ product_id: product.id, quantity: 3 }] });
  await shop.pay(id, 5);
  const order = await shop.move(id, 'In_Transit');
  const send = (path: string, body: object, headers: Record<string, string>) =>
    shop.request('POST', `/orders/${id}/${path}`, { body, headers });
  return { ...shop, order, send };
}

const reason = 'Engano';
const ACTIONS: [string, object][] = [
  ['status', { status: 'Delivered' }],
  ['payments', { amount: 1, method: 'pix' }],
  ['payments/1/void', { reason }],
  ['refunds', { amount: 1, reason }],
  ['returns', { items: [{ line: 1, quantity: 1 }], restock: true, reason }],
  ['delivery-attempts', { outcome: 'failed', reason }],
];

describe('If-Match on a POST that changes an order', () => {
  it.each(ACTIONS)(
    '%s: an older version is refused and changes nothing, the current one passes',
    async (path, body) => {
      const { order, send, tp } = await shippedOrder();
      const refused = await send(path, body, { 'If-Match': `"${order.version - 1}"` });
      expect([refused.status, await refused.json()]).toMatchObject([
        412,
        { code: 'version_mismatch', version: order.version, errors: [{ header: 'If-Match' }] },
      ]);
      expect(await tp.orders.get(order.id)).toEqual(order);
      const headers = { 'If-Match': `"${order.version}"`, 'Idempotency-Key': 'k' };
      const done = await send(path, body, headers);
      expect([done.ok, await done.json()]).toMatchObject([true, { version: expect.any(Number) }]);
      expect((await tp.orders.get(order.id)).version).toBeGreaterThan(order.version);
      // The repeat of a request whose response was lost isn't refused for its own effect.
      const repeated = await send(path, body, headers);
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([done.status, 'true']);
    },
  );

  it('is checked even if the status is the one that the order has', async () => {
    const { send } = await shippedOrder();
    expect((await send('status', { status: 'In_Transit' }, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await send('status', { status: 'In_Transit' }, { 'If-Match': '*' })).status).toBe(200);
  });
});
