import type { Product } from '@tradepost/sdk';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import {
  COUPONS,
  CUSTOMERS,
  OrderModel,
  PRODUCTS,
  PROMOTION,
  STOCK,
  type Step,
  steps,
} from '../../support/order-model.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import {
  type Coupon,
  type Order,
  type OrderBody,
  openShop,
  type RequestRefused,
} from '../../support/trade.ts';

const environment = sharedEnvironment();
/** Sequences of 15 to 40 steps; 20 take about 6 s. Nightly runs set many more. */
const RUNS = Number(process.env.TRADEPOST_MODEL_RUNS ?? 20);
const MS_PER_RUN = 5_000;

/** A shop with the products, customers and discounts of the model, and a function that requests its steps. */
async function modelShop() {
  const shop = await openShop(environment());
  const { tp, promotions, coupons } = shop;
  const off = (cents: number) => ({ type: 'fixed_amount', amount: cents / 100 }) as const;
  const customers = [shop.customer, await buyer(tp)].slice(0, CUSTOMERS);
  const products: Product[] = [];
  for (const { price, backorder } of PRODUCTS)
    products.push(await stocked(tp, STOCK / 2, { price: price / 100, allow_backorder: backorder }));
  const promotion = await promotions.create({
    name: 'P',
    discount: off(PROMOTION.cents),
    usage_limit: PROMOTION.limit,
  });
  const made: Coupon[] = [];
  for (const { code, cents, limit, perCustomer } of COUPONS)
    made.push(
      await coupons.create({
        code,
        discount: off(cents),
        usage_limit: limit,
        usage_limit_per_customer: perCustomer,
      }),
    );
  const orders: Order[] = [];
  const idOf = (order: number): number => orders[order % orders.length]!.id;

  const bodyOf = ({ customer, lines, coupon }: Partial<Omit<Extract<Step, { kind: 'order' }>, 'kind'>>) => ({
    ...(customer !== undefined && { customer_id: customers[customer % CUSTOMERS]!.id }),
    ...(coupon !== undefined && {
      coupon_code: coupon === null ? null : COUPONS[coupon % COUPONS.length]!.code,
    }),
    ...(lines && {
      items: lines.map(({ product, halves }) => ({
        product_id: products[product % products.length]!.id,
        quantity: halves / 2,
      })),
    }),
  });

  async function request(step: Step, cents: number): Promise<unknown> {
    if (step.kind === 'order') {
      return orders.push(await shop.order(bodyOf(step) as OrderBody));
    }
    if (step.kind === 'change') return shop.change(idOf(step.order), { metadata: {}, ...bodyOf(step) });
    if (step.kind === 'adjust')
      return tp.products.adjustStock(products[step.product % products.length]!.id, {
        ...{ mode: step.mode, quantity: step.halves / 2, reason: 'count' },
      });
    if (step.kind === 'delete') return tp.products.delete(products[step.product % products.length]!.id);
    if (step.kind === 'pay') return shop.pay(idOf(step.order), cents / 100, { reference: step.reference });
    if (step.kind === 'move')
      return shop.move(idOf(step.order), step.to, { reason: 'x', restock: step.restock });
    return shop.attempt(idOf(step.order), { outcome: step.outcome, reason: 'x' });
  }
  return { ...shop, request, orderIds: () => orders.map(({ id }) => id), promotion, made };
}

type ModelShop = Awaited<ReturnType<typeof modelShop>>;

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
  ).toEqual(model.orders.map(({ status, content: { total }, paid }) => [status, total, paid, paid >= total]));
  for (const { items, total } of orders)
    expect(items.reduce((sum, item) => sum + cents(item.total), 0)).toBe(cents(total));
}

/** Whether a step needs an order while there is none. */
const isAboutNone = (step: Step, { orders }: OrderModel): boolean => 'order' in step && orders.length === 0;

it('keeps orders, stock, discounts and events equal to the model through any sequence of steps', {
  timeout: RUNS * MS_PER_RUN,
}, async () => {
  const runs = fc.asyncProperty(steps, async (sequence) => {
    const [shop, model] = [await modelShop(), new OrderModel()];
    const events: string[] = [];
    for (const step of sequence) {
      if (isAboutNone(step, model)) continue;
      const cents = step.kind === 'pay' ? model.amountOf(step) : 0;
      const want = model.take(step);
      const got = await shop.request(step, cents).then(
        () => undefined,
        ({ code, message }: RequestRefused) => code ?? message,
      );
      expect(got, JSON.stringify(step)).toBe(want.refusal);
      events.push(...want.events);
      await expectSame(shop, model, events);
    }
    await eventsOf(environment(), shop.tenantId); // checks every event against the contract
  });
  // A failure prints its seed and path, and the shortest sequence that still fails.
  await fc.assert(runs, { numRuns: RUNS, endOnFailure: false });
});
