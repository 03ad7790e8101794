// Step 1 of the second computation of an order's totals: the order's lines, each with its product's unit price.
import { centsOf, hundredthsOfPercent, roundedQuotient, sum, thousandthsOf, WHOLE } from './ledger-money.ts';
import type { Amounts, Cart, Refused, Shop, ShopPriceTable } from './shop.ts';

type PriceSource = Amounts['items'][number]['price_source'];
type Product = Shop['products'][number];

interface Asked {
  readonly role: PriceSource['type'];
  readonly table: ShopPriceTable;
}

interface UnitPrice {
  readonly cents: bigint;
  readonly source: PriceSource;
}

export interface Line {
  readonly place: number;
  readonly product: Product;
  /** In thousandths. */
  readonly quantity: bigint;
  readonly unitPrice: UnitPrice;
}

/** Ends the computation of an order that is refused, whatever step finds the reason. */
export class Refusal extends Error {
  readonly code: Refused['refused'];

  constructor(code: Refused['refused']) {
    super(code);
    this.code = code;
  }
}

interface Validity {
  readonly status: 'active' | 'inactive';
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly deleted_at: string | null;
}

export const isInForce = (row: Validity, now: string): boolean => {
  const time = Date.parse(now);
  const hasStarted = row.starts_at === null || time >= Date.parse(row.starts_at);
  const hasEnded = row.ends_at !== null && time >= Date.parse(row.ends_at);
  return row.status === 'active' && row.deleted_at === null && hasStarted && !hasEnded;
};

export const byPriorityThenId = (
  a: { readonly priority: number; readonly id: number },
  b: { readonly priority: number; readonly id: number },
): number => b.priority - a.priority || a.id - b.id;

/** The tables in the order in which they are asked. */
const tablesToAsk = (shop: Shop, cart: Cart): readonly Asked[] => {
  const inForce = shop.price_tables.filter((table) => isInForce(table, shop.now));
  const named = (id: number | null, role: PriceSource['type']): Asked[] =>
    inForce.filter((table) => table.id === id).map((table) => ({ role, table }));
  const ofOrder = named(cart.price_table_id, 'order_price_table');
  if (cart.price_table_id !== null && ofOrder.length === 0) throw new Refusal('invalid_reference');
  const defaults = inForce.filter((table) => table.is_default).sort(byPriorityThenId);
  return [
    ...ofOrder,
    ...named(shop.customer.price_table_id, 'customer_price_table'),
    ...defaults.map((table): Asked => ({ role: 'default_price_table', table })),
  ];
};

const percentagePrice = (table: ShopPriceTable, product: Product): bigint => {
  if (table.percentage === null) throw new TypeError(`price table ${table.id} has no percentage`);
  const percentage = WHOLE + hundredthsOfPercent(table.percentage);
  return roundedQuotient(centsOf(product.price) * percentage, WHOLE);
};

const entryPrice = (table: ShopPriceTable, product: Product, ordered: bigint): bigint | null => {
  const [reached] = table.entries
    .filter((entry) => entry.product_id === product.id)
    .map((entry) => ({ from: thousandthsOf(entry.min_quantity), price: centsOf(entry.price) }))
    .filter(({ from }) => from <= ordered)
    .sort((a, b) => Number(b.from - a.from));
  return reached?.price ?? null;
};

/** `ordered` is the product's quantity over all lines, in thousandths. */
const unitPriceOf = (product: Product, ordered: bigint, asked: readonly Asked[]): UnitPrice => {
  for (const { role, table } of asked) {
    const cents =
      table.kind === 'fixed' ? entryPrice(table, product, ordered) : percentagePrice(table, product);
    if (cents !== null) return { cents, source: { type: role, price_table_id: table.id } };
  }
  return { cents: centsOf(product.price), source: { type: 'product', price_table_id: null } };
};

const productOf = (shop: Shop, id: number): Product => {
  const product = shop.products.find((one) => one.id === id);
  if (product === undefined) throw new TypeError(`the shop has no product ${id}`);
  return product;
};

export const linesOf = (shop: Shop, cart: Cart): Line[] => {
  const asked = tablesToAsk(shop, cart);
  const items = cart.items.map((item) => ({ ...item, quantity: thousandthsOf(item.quantity) }));
  return items.map(({ product_id: id, quantity }, place) => {
    const product = productOf(shop, id);
    const ordered = sum(items.filter((item) => item.product_id === id).map((item) => item.quantity));
    return { place, product, quantity, unitPrice: unitPriceOf(product, ordered, asked) };
  });
};
