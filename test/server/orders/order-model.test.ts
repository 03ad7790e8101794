import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { type ModelShop, openModelShop } from '../../support/order-model/model-shop.ts';
import { OrderModel } from '../../support/order-model/order-model.ts';
import { COUPONS, PROMOTION } from '../../support/order-model/rows.ts';
import { type Step, steps } from '../../support/order-model/steps.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { RequestRefused } from '../../support/trade.ts';

const environment = sharedEnvironment();
/** Sequences of 15 to 40 steps; 20 take about 6 s. Nightly runs set many more. */
const RUNS = Number(process.env.TRADEPOST_MODEL_RUNS ?? 20);
const MS_PER_RUN = 5_000;

// Sums the ledger by the documented effect of each movement type, not by the balances it records.
const BALANCES = `SELECT b.on_hand::float, b.reserved::float, coalesce(l.on_hand, 0)::float AS ledger_on_hand,
    coalesce(l.reserved, 0)::float AS ledger_reserved
  FROM stock_balances b LEFT JOIN LATERAL (
    SELECT sum(quantity) FILTER (WHERE type IN ('adjustment', 'shipment', 'return')) AS on_hand,
      sum(quantity) FILTER (WHERE type IN ('reservation', 'release', 'shipment')) AS reserved
    FROM stock_movements m WHERE m.tenant_id = b.tenant_id AND m.product_id = b.product_id) l ON true
  WHERE b.tenant_id = $1 ORDER BY b.product_id`;
const KINDS = `SELECT kind FROM events WHERE tenant_id = $1 AND kind ~ '^(order|delivery)' ORDER BY position`;

async function expectSame(shop: ModelShop, model: OrderModel, events: readonly string[]): Promise<void> {
  const { tenantId, tp, coupons, promotions, promotion, made } = shop;
  const { db } = environment().context;
  const stock = model.onHand.map((onHand, i) => [onHand / 2, model.reserved[i]! / 2]);
  expect(stock.flat().every((quantity) => quantity >= 0)).toBe(true);
  expect(await db.query(BALANCES, [tenantId])).toEqual(
    stock.map(([on_hand, reserved]) => ({
      on_hand,
      reserved,
      ledger_on_hand: on_hand,
      ledger_reserved: reserved,
    })),
  );
  expect((await db.query<{ kind: string }>(KINDS, [tenantId])).map(({ kind }) => kind)).toEqual(events);

  const uses = await Promise.all(made.map(async ({ id }) => (await coupons.get(id)).times_used));
  const redeemed = await Promise.all(made.map(async ({ id }) => await coupons.redemptions(id)));
  expect(uses).toEqual(made.map((_, i) => model.couponUses(i)));
  expect(redeemed.map((all) => all.filter(({ released_at }) => released_at === null).length)).toEqual(uses);
  expect(uses.every((times, i) => times <= (COUPONS[i]!.limit ?? Infinity))).toBe(true);
  const { times_used } = await promotions.get(promotion.id);
  expect([times_used, times_used <= PROMOTION.limit]).toEqual([model.promotionUses(), true]);

  const orders = (await tp.orders.list({ limit: 200 })).data;
  const cents = (amount: number): number => Math.round(amount * 100);
  expect(
    orders.map(({ status, total, paid_total, paid_at }) => [
      status,
      cents(total),
      cents(paid_total),
      paid_at !== null,
    ]),
  ).toEqual(model.orders.map(({ status, total, paid }) => [status, total, paid, paid === total]));
  for (const { items, total } of orders)
    expect(items.reduce((sum, item) => sum + cents(item.total), 0)).toBe(cents(total));
}

const refusalOf = ({ code, message }: RequestRefused): string => code ?? message;
/** The status of each row of a batch; undefined for other responses. */
const rowsOf = (response: unknown): unknown =>
  Array.isArray(response) ? response.map(({ status }: { status: number }) => status) : undefined;

/** Whether a step needs an order while there is none. */
const isAboutNone = (step: Step, { orders }: OrderModel): boolean => 'order' in step && orders.length === 0;

it('keeps orders, stock, discounts and events equal to the model through any sequence of steps', {
  timeout: RUNS * MS_PER_RUN,
}, async () => {
  const runs = fc.asyncProperty(steps, async (sequence) => {
    const [shop, model] = [await openModelShop(environment()), new OrderModel()];
    const events: string[] = [];
    for (const step of sequence) {
      if (isAboutNone(step, model)) continue;
      const cents = step.kind === 'pay' ? model.amountOf(step) : 0;
      const want = model.take(step);
      const got = await shop.request(step, cents).then(rowsOf, refusalOf);
      expect(got, JSON.stringify(step)).toEqual(want.refusal ?? want.rows);
      events.push(...want.events);
      await expectSame(shop, model, events);
    }
    await eventsOf(environment(), shop.tenantId); // checks every event against the contract
  });
  // A failure prints its seed and path, and the shortest sequence that still fails.
  await fc.assert(runs, { numRuns: RUNS, endOnFailure: false });
});
