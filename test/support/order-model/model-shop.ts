import type { Product } from '@tradepost/sdk';
import { buyer, stocked } from '../shop.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { type Coupon, type Order, openShop } from '../trade.ts';
import type { ModelLine } from './cart.ts';
import { COUPONS, CUSTOMERS, PRODUCTS, PROMOTION, STOCK } from './rows.ts';
import type { Step, StepOf } from './steps.ts';

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

  async function request(step: Step, cents: number): Promise<unknown> {
    if (step.kind === 'order') {
      const coupon_code = step.coupon === null ? null : COUPONS[step.coupon % COUPONS.length]!.code;
      const customer_id = customers[step.customer % CUSTOMERS]!.id;
      return orders.push(await shop.order({ customer_id, items: step.lines.map(lineOf), coupon_code }));
    }
    if (step.kind === 'adjust') return tp.products.adjustStock(productOf(step.product).id, counted(step));
    if (step.kind === 'count')
      return tp.stock.batch(step.rows.map((row) => ({ sku: productOf(row.product).sku, ...counted(row) })));
    if (step.kind === 'delete') return tp.products.delete(productOf(step.product).id);
    if (step.kind === 'pay') return shop.pay(idOf(step.order), cents / 100, { reference: step.reference });
    if (step.kind === 'move')
      return shop.move(idOf(step.order), step.to, { reason: 'x', restock: step.restock });
    return shop.attempt(idOf(step.order), { outcome: step.outcome, reason: 'x' });
  }
  return { ...shop, request, promotion, made };
}

export type ModelShop = Awaited<ReturnType<typeof openModelShop>>;
