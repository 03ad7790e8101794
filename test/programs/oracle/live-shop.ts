import { stocked } from '../../support/shop.ts';
import type { TestEnvironment } from '../../support/test-environment.ts';
import { type Order, openShop, RequestRefused } from '../../support/trade.ts';
import type { Amounts, Cart, CartChange, CartItem, Expected, Refused, Shop, ShopPromotion } from './shop.ts';

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

export interface PlacedOrder {
  readonly answer: Amounts;
  read(): Promise<Amounts>;
  change(asked: CartChange): Promise<Expected>;
  cancel(): Promise<unknown>;
}

/** Creates the shop through the API, deleted rows included, and returns functions that quote and order its carts. */
export async function openLiveShop(environment: TestEnvironment, shop: Shop) {
  const live = await openShop(environment);
  const ids = createIdMaps();
  await createCatalogue(live, shop, ids);
  await createPriceTables(live, shop, ids);
  await createOffers(live, shop, ids);
  const toBody = (cart: CartChange) => {
    const { items, price_table_id, coupon_code, shipping_amount, agreed_discount, charges } = cart;
    const withServiceId = ({ product_id, ...line }: CartItem) => ({
      ...line,
      product_id: ids.products.toServiceId(product_id),
    });
    return {
      ...(items && { items: items.map(withServiceId) }),
      ...(price_table_id !== undefined && {
        price_table_id: ids.price_tables.toServiceIdOrNull(price_table_id),
      }),
      ...(coupon_code !== undefined && { coupon_code }),
      ...(agreed_discount !== undefined && { agreed_discount }),
      ...(shipping_amount !== undefined && { shipping: { amount: shipping_amount } }),
      ...(charges && { charges: [...charges] }),
    };
  };
  const toOrder = (cart: Cart) => ({ ...toBody(cart), items: toBody(cart).items! });
  return {
    quote: (cart: Cart): Promise<Expected> =>
      live.quote(toOrder(cart)).then((answer) => amountsOf(answer, ids), refusalOf),
    reprice: (id: number, price: number): Promise<unknown> =>
      live.tp.products.update(ids.products.toServiceId(id), { price }),
    /** Places the order, at this total and to be paid in one installment if it has one. */
    async order(cart: Cart, quoted: Expected): Promise<Refused | PlacedOrder> {
      const placed = await live.order({ ...toOrder(cart), ...termsOf(quoted) }).catch(refusalOf);
      if ('refused' in placed) return placed;
      return {
        answer: amountsOf(placed, ids),
        read: async () => {
          const response = await live.request('GET', `/orders/${placed.id}`);
          return amountsOf((await response.json()) as Order, ids);
        },
        change: (asked) =>
          live
            .change(placed.id, { ...toBody(asked), payment_terms: [] })
            .then((changed) => amountsOf(changed, ids), refusalOf),
        cancel: () => live.move(placed.id, 'Canceled'),
      };
    },
  };
}

const termsOf = (quoted: Expected) => ({
  ...('refused' in quoted ? {} : { expected_total: quoted.total }),
  payment_terms:
    'refused' in quoted || quoted.total === 0 ? [] : [{ due_date: '2026-03-01', amount: quoted.total }],
});

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
    : { type: 'categories', category_ids: target.category_ids!.map(ids.categories.toServiceId) };
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

function refusalOf(error: unknown): Refused {
  if (error instanceof RequestRefused) return { refused: error.code };
  throw error;
}

/** The members of an order that oracles compute, with the shop's ids. */
function amountsOf(answer: Omit<Answer, 'in_stock'>, ids: ReturnType<typeof createIdMaps>): Amounts {
  const { subtotal, discount_total, agreed_discount, shipping_amount, charges, charges_total, total } =
    answer;
  return {
    items: answer.items.map(({ unit_price, price_source: { type, price_table_id }, ...line }) => ({
      unit_price,
      price_source: { type, price_table_id: ids.price_tables.toShopId(price_table_id) },
      ...{ subtotal: line.subtotal, discount: line.discount, total: line.total },
      order_discount: line.order_discount!,
    })),
    discounts: answer.discounts.map(({ type, promotion_id, coupon_id, amount }) => ({
      ...{
        type,
        promotion_id: ids.promotions.toShopId(promotion_id),
        coupon_id: ids.coupons.toShopId(coupon_id),
      },
      amount,
    })),
    ...{ subtotal, discount_total, agreed_discount, shipping_amount, charges, charges_total, total },
  };
}
