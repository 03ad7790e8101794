import { buyer, stocked } from '../../support/shop.ts';
import type { TestEnvironment } from '../../support/test-environment.ts';
import { type Order, type OrderBody, openShop, type Shop } from '../../support/trade.ts';

const ORDERS = 28;
const HOUR_MS = 3_600_000;
const CHANNELS = ['loja', 'site', undefined];

export interface SoldOrders {
  readonly shop: Shop;
  readonly products: readonly { id: number; sku: string; name: string }[];
  /** As the API shows them when everything has happened. */
  readonly orders: readonly Order[];
}

/** What happens to orders after they were placed: every seventh order has the same fate. */
const FATES: readonly ((shop: Shop, order: Order, productId: number) => Promise<unknown>)[] = [
  async () => undefined,
  ({ change }, { id }, product_id) =>
    change(id, { items: [{ product_id, quantity: 2.125, unit_price: 3.99 }] }),
  ({ move }, { id }) => move(id, 'Canceled', { reason: 'Desistiu' }),
  async ({ pay, move }, { id, total }) => {
    await pay(id, total);
    await move(id, 'Canceled', { reason: 'Desistiu' });
  },
  async ({ pay, move, takeBack, refund }, { id, total }) => {
    await pay(id, total);
    await move(id, 'In_Transit');
    await move(id, 'Delivered');
    await takeBack(id, { 1: 0.375 });
    await takeBack(id, { 2: 1 }, { restock: false });
    await refund(id, 2.35);
  },
  async ({ pay, refund }, { id, total }) => {
    await pay(id, total);
    await refund(id, total);
  },
  async ({ pay, voidPayment }, { id }) => {
    await pay(id, 1);
    await voidPayment(id, 1);
  },
];

/** A shop whose orders were placed every seven hours, on nine days, and have since had every fate there is. */
export async function soldOrders(environment: TestEnvironment): Promise<SoldOrders> {
  const shop = await openShop(environment);
  const { tp, order } = shop;
  const prices = [10, 4.35, 0.99];
  const products = await Promise.all(prices.map((price) => stocked(tp, 1_000, { price })));
  const other = await buyer(tp);
  await shop.coupons.create({ code: 'DEZ', discount: { type: 'percentage', percentage: 10 } });
  for (let n = 0; n < ORDERS; n += 1) {
    const [first, second] = [products[n % 3]!, products[(n + 1) % 3]!];
    const body: OrderBody = {
      ...(n % 2 === 1 && { customer_id: other.id }),
      ...(n % 5 === 0 && { coupon_code: 'DEZ' }),
      ...(n % 4 === 0 && { shipping: { amount: 7.5 } }),
      ...(n % 3 === 0 && { charges: [{ type: 'ipi', amount: 1.01 + n }] }),
      channel: CHANNELS[n % 3] as string,
      placed_at: new Date(Date.parse('2026-02-01T00:00:00Z') + n * 7 * HOUR_MS).toISOString(),
      items: [
        { product_id: first.id, quantity: 1.5 + n / 8 },
        n % 6 === 0
          ? { product_id: second.id, quantity: 3, unit_price: 9.99, discount: 0.07 }
          : { product_id: second.id, quantity: 3 },
        { product_id: first.id, quantity: 2 },
      ],
    };
    await FATES[n % FATES.length]!(shop, await order(body), products[2]!.id);
  }
  await tp.products.update(products[0]!.id, { name: 'Café novo', sku: `NOVO-${products[0]!.id}` });
  const { data: orders } = await tp.orders.list({ limit: 100 });
  return {
    shop,
    products: await Promise.all(products.map(({ id }) => tp.products.get(id))),
    orders: orders as Order[],
  };
}
