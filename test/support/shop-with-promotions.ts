import { stocked } from './shop.ts';
import type { TestEnvironment } from './test-environment.ts';
import { type Discount, type OrderBody, openShop, type PromotionCreate } from './trade.ts';

export const percent = (percentage: number): Discount => ({ type: 'percentage', percentage });
export const off = (amount: number): Discount => ({ type: 'fixed_amount', amount });

/** A shop with products that cost 10.00 and 2.50, and functions for their order lines. */
export async function shopWithPromotions(environment: TestEnvironment) {
  const shop = await openShop(environment);
  const { promotions, tp, quote } = shop;
  const root = await tp.categories.create({ name: 'Bebidas' });
  const below = await tp.categories.create({ name: 'Cafés', parent_id: root.id });
  const untracked = { track_stock: false };
  const ten = await stocked(tp, 0, { ...untracked, price: 10, category_id: below.id });
  const less = await stocked(tp, 0, { ...untracked, price: 2.5 });
  const items = (...quantities: number[]): OrderBody['items'] =>
    [ten.id, less.id].flatMap((product_id, i) =>
      quantities[i] ? [{ product_id, quantity: quantities[i] }] : [],
    );
  return {
    ...shop,
    ...{ ten, less, root, below, items },
    promote: (discount: Discount, more: Partial<PromotionCreate> = {}) =>
      promotions.create({ name: `P${JSON.stringify(discount)}`.slice(0, 100), discount, ...more }),
    /** The discount of each line, then the amount of each discount. */
    off: async (...quantities: number[]) => {
      const response = await quote({ items: items(...quantities) });
      return [response.items.map(({ discount }) => discount), response.discounts.map(({ amount }) => amount)];
    },
  };
}
