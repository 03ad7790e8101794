import type { Product } from '@tradepost/sdk';
import { buyer, stocked } from '../shop.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { type Coupon, type Order, type OrderBody, openShop } from '../trade.ts';
import type { ModelLine } from './cart.ts';
import { expectRecorded } from './expect-recorded.ts';
import { COUPONS, CUSTOMERS, PRODUCTS, PROMOTION, STOCK } from './rows.ts';
import type { AboutOrder, Step, StepOf } from './steps.ts';

/** Ids of payments are numbers within the order, from 1. */
const refundOf = ({ reference, payment }: StepOf<'refund'>) => ({
  ...{ reference, payment_id: payment === null ? null : payment + 1 },
});

/** Lines are numbers within the order, from 1. */
const quantitiesOf = ({ items }: StepOf<'return'>): Record<number, number> =>
  Object.fromEntries(items.map(({ line, halves }) => [line + 1, halves / 2]));
const returnOf = ({ restock, cents: wanted }: StepOf<'return'>, cents: number) => ({
  ...{ restock, ...(wanted !== null && { refund: { amount: cents / 100, reason: 'x' } }) },
});

/** A shop with the products, customers and discounts of the model, and a function that requests its steps. */
export async function openModelShop(environment: TestEnvironment) {
  const shop = await openShop(environment);
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
  const productOf = (product: number): Product => products[product % products.length]!;
  const lineOf = ({ product, halves, agreed }: ModelLine) => ({
    ...{ product_id: productOf(product).id, quantity: halves / 2 },
    ...(agreed && { unit_price: agreed.unit / 100, discount: agreed.off / 100 }),
  });
  const counted = ({ mode, halves }: Pick<StepOf<'adjust'>, 'mode' | 'halves'>) =>
    ({ mode, quantity: halves / 2, reason: 'count' }) as const;

  const contentOf = ({ customer, lines, coupon }: Partial<Omit<StepOf<'order'>, 'kind'>>) => ({
    ...(customer !== undefined && { customer_id: customers[customer % CUSTOMERS]!.id }),
    ...(lines && { items: lines.map(lineOf) }),
    ...(coupon !== undefined && {
      coupon_code: coupon === null ? null : COUPONS[coupon % COUPONS.length]!.code,
    }),
  });

  async function request(step: Step, cents: number): Promise<unknown> {
    if (step.kind === 'order') {
      const placed = await shop.order(contentOf(step) as OrderBody);
      orders.push(placed);
      return placed;
    }
    if (step.kind === 'adjust') return tp.products.adjustStock(productOf(step.product).id, counted(step));
    if (step.kind === 'count')
      return tp.stock.batch(step.rows.map((row) => ({ sku: productOf(row.product).sku, ...counted(row) })));
    if (step.kind === 'delete') return tp.products.delete(productOf(step.product).id);
    return requestOf(idOf(step.order), step, cents);
  }

  async function changeOf(id: number, body: Parameters<typeof shop.change>[1]): Promise<Order> {
    const before = await tp.orders.get(id);
    const after = await shop.change(id, body);
    expectRecorded(before, after);
    return after;
  }

  function requestOf(id: number, step: AboutOrder, cents: number): Promise<Order> {
    // Metadata, so that a change that asks for nothing is valid.
    if (step.kind === 'change') return changeOf(id, { metadata: {}, ...contentOf(step) });
    if (step.kind === 'pay') return shop.pay(id, cents / 100, { reference: step.reference });
    if (step.kind === 'void') return shop.voidPayment(id, step.payment + 1);
    if (step.kind === 'refund') return shop.refund(id, cents / 100, refundOf(step));
    if (step.kind === 'return') return shop.takeBack(id, quantitiesOf(step), returnOf(step, cents));
    if (step.kind === 'move') return shop.move(id, step.to, { reason: 'x', restock: step.restock });
    return shop.attempt(id, { outcome: step.outcome, reason: 'x' });
  }
  return { ...shop, request, products, promotion, made };
}

export type ModelShop = Awaited<ReturnType<typeof openModelShop>>;
