import type { Order } from '@tradepost/sdk';
import { expect } from 'vitest';
import { paidTimes, returnedQuantities, settlementOf } from '../../programs/oracle/settlement.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { paidOf, refundedOf } from './model-order.ts';
import type { ModelShop } from './model-shop.ts';
import type { OrderModel } from './order-model.ts';
import { COUPONS, PROMOTION } from './rows.ts';

// Sums the ledger by the documented effect of each movement type, not by the balances it records.
const BALANCES = `SELECT b.on_hand::float, b.reserved::float, coalesce(l.on_hand, 0)::float AS ledger_on_hand,
    coalesce(l.reserved, 0)::float AS ledger_reserved
  FROM stock_balances b LEFT JOIN LATERAL (
    SELECT sum(quantity) FILTER (WHERE type IN ('adjustment', 'shipment', 'return')) AS on_hand,
      sum(quantity) FILTER (WHERE type IN ('reservation', 'release', 'shipment')) AS reserved
    FROM stock_movements m WHERE m.tenant_id = b.tenant_id AND m.product_id = b.product_id) l ON true
  WHERE b.tenant_id = $1 ORDER BY b.product_id`;
const KINDS = `SELECT kind FROM events WHERE tenant_id = $1 AND kind ~ '^(order|delivery)' ORDER BY position`;

const cents = (amount: number): number => Math.round(amount * 100);

/** In cents, by the orders' ids. */
export async function surplusesOf(
  { context: { db } }: TestEnvironment,
  { tenantId }: ModelShop,
): Promise<number[]> {
  const sql = 'SELECT surplus_refunded_total::text AS surplus FROM orders WHERE tenant_id = $1 ORDER BY id';
  return (await db.query<{ surplus: string }>(sql, [tenantId])).map(({ surplus }) => cents(Number(surplus)));
}

/** Compares what the service has with the model, and checks what has to hold of either. */
export async function expectSame(
  { context: { db } }: TestEnvironment,
  shop: ModelShop,
  model: OrderModel,
  events: readonly string[],
): Promise<void> {
  const { tenantId, tp } = shop;
  const orders = (await tp.orders.list({ limit: 200 })).data;
  const balances = await db.query(BALANCES, [tenantId]);
  expectSameStock(shop, model, balances, orders);
  const kinds = await db.query<{ kind: string }>(KINDS, [tenantId]);
  expect(kinds.map(({ kind }) => kind)).toEqual(events);
  await expectSameUses(shop, model);
  expectSameOrders(model, orders);
}

function expectSameStock(
  { products }: ModelShop,
  { stock }: OrderModel,
  balances: object[],
  orders: Order[],
) {
  const pending = orders.filter(({ status }) => status === 'Pending').flatMap(({ items }) => items);
  const want = products.map(({ id }, i) => {
    const [on_hand, reserved] = [stock.onHand[i]! / 2, stock.reserved[i]! / 2];
    const lines = pending.filter(({ product_id }) => product_id === id);
    expect([on_hand >= 0, lines.reduce((sum, { quantity }) => sum + quantity, 0)]).toEqual([true, reserved]);
    return { on_hand, reserved, ledger_on_hand: on_hand, ledger_reserved: reserved };
  });
  expect(balances).toEqual(want);
}

async function expectSameUses({ coupons, promotions, promotion, made }: ModelShop, model: OrderModel) {
  const uses = await Promise.all(made.map(async ({ id }) => (await coupons.get(id)).times_used));
  const redeemed = await Promise.all(made.map(async ({ id }) => await coupons.redemptions(id)));
  expect(uses).toEqual(made.map((_, i) => model.couponUses(i)));
  expect(redeemed.map((all) => all.filter(({ released_at }) => released_at === null).length)).toEqual(uses);
  expect(uses.every((times, i) => times <= (COUPONS[i]!.limit ?? Infinity))).toBe(true);
  const { times_used } = await promotions.get(promotion.id);
  expect([times_used, times_used <= PROMOTION.limit]).toEqual([model.promotionUses(), true]);
}

function expectSameOrders(model: OrderModel, orders: readonly Order[]): void {
  expect(
    orders.map(({ status, total, paid_total, refunded_total, items }) => [
      ...[status, cents(total), cents(paid_total), cents(refunded_total)],
      items.map(({ returned_quantity }) => returned_quantity * 2),
    ]),
  ).toEqual(
    model.orders.map((one) => [one.status, one.content.total, paidOf(one), refundedOf(one), one.returned]),
  );
  for (const order of orders) {
    expect(order.items.reduce((sum, item) => sum + cents(item.total), 0)).toBe(cents(order.total));
    expect(order).toMatchObject(settlementOf(order));
    expect(paidTimes(order)).toContain(order.paid_at);
    const returned = order.items.map(({ returned_quantity }) => returned_quantity);
    expect(returned).toEqual(returnedQuantities(order));
    expect(order.items.every((item) => item.returned_quantity <= item.quantity)).toBe(true);
    expect(order.paid_total - order.refunded_total).toBeGreaterThanOrEqual(0);
  }
}
