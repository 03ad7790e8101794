import { stocked } from '../../support/shop.ts';
import type { TestEnvironment } from '../../support/test-environment.ts';
import { openShop, RequestRefused } from '../../support/trade.ts';
import type { Amounts, Cart, Expected, Shop, ShopPromotion } from './shop.ts';

type LiveShop = Awaited<ReturnType<typeof openShop>>;
type Answer = Awaited<ReturnType<LiveShop['quote']>>;

/** Maps the shop's ids (1 for a list's first row, 2 for the second) to the ids in the service. */
class IdMap {
  readonly #given: number[] = [];
  add = ({ id }: { readonly id: number }): number => this.#given.push(id);
  toServiceId = (id: number): number => this.#given[id - 1]!;
  toServiceIdOrNull = (id: number | null): number | null => (id === null ? null : this.toServiceId(id));
  toShopId = (given: number | null): number | null =>
    given === null ? null : this.#given.indexOf(given) + 1;
}

const createIdMaps = () => ({
  ...{ categories: new IdMap(), products: new IdMap(), price_tables: new IdMap() },
  ...{ promotions: new IdMap(), coupons: new IdMap() },
});

/** Creates the shop through the API, deleted rows included, and returns functions that quote and order its carts. */
export async function openLiveShop(environment: TestEnvironment, shop: Shop) {
  const live = await openShop(environment);
  const ids = createIdMaps();
  await createCatalogue(live, shop, ids);
  await createPriceTables(live, shop, ids);
  await createOffers(live, shop, ids);
  const body = ({ items, price_table_id, coupon_code, shipping_amount }: Cart) => ({
    items: items.map(({ product_id, ...line }) => ({
      ...line,
      product_id: ids.products.toServiceId(product_id),
    })),
    ...{ price_table_id: ids.price_tables.toServiceIdOrNull(price_table_id), coupon_code },
    shipping: { amount: shipping_amount },
  });
  return {
    quote: (cart: Cart): Promise<Expected> =>
      live.quote(body(cart)).then((answer) => amountsOf(answer, ids), refusalOf),
    /** Places the order; `cancel` cancels it again. */
    async order(cart: Cart): Promise<{ answer: Expected; cancel(): Promise<unknown> }> {
      const placed = await live.order(body(cart)).catch(refusalOf);
      if ('refused' in placed) return { answer: placed, cancel: async () => undefined };
      return { answer: amountsOf(placed, ids), cancel: () => live.move(placed.id, 'Canceled') };
    },
  };
}

async function createCatalogue(
  { tp }: LiveShop,
  shop: Shop,
  ids: ReturnType<typeof createIdMaps>,
): Promise<void> {
  for (const { id, parent_id } of shop.categories)
    ids.categories.add(
      await tp.categories.create({ name: `C${id}`, parent_id: ids.categories.toServiceIdOrNull(parent_id) }),
    );
  for (const { price, category_id } of shop.products) {
    const fields = { price, category_id: ids.categories.toServiceIdOrNull(category_id), track_stock: false };
    ids.products.add(await stocked(tp, 0, fields));
  }
}

async function createPriceTables(
  { priceTables, tp, customer }: LiveShop,
  shop: Shop,
  ids: ReturnType<typeof createIdMaps>,
): Promise<void> {
  for (const { id, entries, deleted_at, ...fields } of shop.price_tables) {
    const made = await priceTables.create({ name: `T${id}`, code: `T${id}`, ...fields });
    ids.price_tables.add(made);
    const set = entries.map((entry) => ({
      ...entry,
      product_id: ids.products.toServiceId(entry.product_id),
    }));
    if (set.length > 0) await priceTables.set(made.id, ...set);
    if (deleted_at !== null) await priceTables.delete(made.id);
  }
  const { tags, price_table_id } = shop.customer;
  await tp.customers.update(customer.id, {
    ...{ tags: [...tags], price_table_id: ids.price_tables.toServiceIdOrNull(price_table_id) },
  });
}

function aimed(target: ShopPromotion['target'], ids: ReturnType<typeof createIdMaps>): typeof target {
  if (target.type === 'order') return target;
  return target.type === 'products'
    ? { type: 'products', product_ids: target.product_ids.map(ids.products.toServiceId) }
    : { type: 'categories', category_ids: target.category_ids.map(ids.categories.toServiceId) };
}

async function createOffers(
  { promotions, coupons }: LiveShop,
  shop: Shop,
  ids: ReturnType<typeof createIdMaps>,
): Promise<void> {
  for (const { id, deleted_at, times_used, used_by_customer, target, ...fields } of shop.promotions) {
    ids.promotions.add(await promotions.create({ ...fields, name: `P${id}`, target: aimed(target, ids) }));
  }
  for (const { id, deleted_at, times_used, used_by_customer, promotion_id, ...fields } of shop.coupons) {
    const made = await coupons.create({
      ...fields,
      promotion_id: ids.promotions.toServiceIdOrNull(promotion_id),
    });
    ids.coupons.add(made);
    if (deleted_at !== null) await coupons.delete(made.id);
  }
  for (const { id, deleted_at } of shop.promotions)
    if (deleted_at !== null) await promotions.delete(ids.promotions.toServiceId(id));
}

function refusalOf(error: unknown): Extract<Expected, { refused: unknown }> {
  if (error instanceof RequestRefused) return { refused: error.code };
  throw error;
}

/** The members of an order that oracles compute, with the shop's ids. */
function amountsOf(answer: Omit<Answer, 'in_stock'>, ids: ReturnType<typeof createIdMaps>): Amounts {
  const { subtotal, discount_total, shipping_amount, total } = answer;
  return {
    items: answer.items.map(({ unit_price, price_source: { type, price_table_id }, ...line }) => ({
      unit_price,
      price_source: { type, price_table_id: ids.price_tables.toShopId(price_table_id) },
      ...{ subtotal: line.subtotal, discount: line.discount, total: line.total },
    })),
    discounts: answer.discounts.map(({ type, promotion_id, coupon_id, amount }) => ({
      ...{
        type,
        promotion_id: ids.promotions.toShopId(promotion_id),
        coupon_id: ids.coupons.toShopId(coupon_id),
      },
      amount,
    })),
    ...{ subtotal, discount_total, shipping_amount, total },
  };
}
