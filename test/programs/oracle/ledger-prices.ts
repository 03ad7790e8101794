// Step 1 of the second computation of an order's totals: the order's lines, each with its product's unit price.
import {
  divideHalfUp,
  HUNDRED_PERCENT,
  hundredthsOfPercent,
  isKept,
  LINE_UNITS,
  lastDecimalOf,
  sum,
  toCents,
  toPriceUnits,
  toQuantityUnits,
} from './ledger-money.ts';
import type { Amounts, Cart, CartItem, Refused, Shop, ShopPriceTable } from './shop.ts';

type PriceSource = Amounts['items'][number]['price_source'];
type Product = Shop['products'][number];

interface CandidateTable {
  readonly role: PriceSource['type'];
  readonly table: ShopPriceTable;
}

/** In units of the tenth decimal. */
interface UnitPrice {
  readonly price: bigint;
  readonly source: PriceSource;
}

export interface Line {
  readonly lineIndex: number;
  readonly product: Product;
  /** In units of the fourth decimal. */
  readonly quantity: bigint;
  readonly unitPrice: UnitPrice;
  /** What was agreed to take off the line, in cents; null if its price isn't agreed. */
  readonly agreedDiscount: bigint | null;
}

/** Thrown by any step that refuses the order. */
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

export const isInEffect = (row: Validity, now: string): boolean => {
  const time = Date.parse(now);
  const hasStarted = row.starts_at === null || time >= Date.parse(row.starts_at);
  const hasEnded = row.ends_at !== null && time >= Date.parse(row.ends_at);
  return row.status === 'active' && row.deleted_at === null && hasStarted && !hasEnded;
};

export const byPriorityThenId = (
  a: { readonly priority: number; readonly id: number },
  b: { readonly priority: number; readonly id: number },
): number => b.priority - a.priority || a.id - b.id;

/** The price tables that may give a price, the first choice first. */
const candidateTables = (shop: Shop, cart: Cart): readonly CandidateTable[] => {
  const inEffect = shop.price_tables.filter((table) => isInEffect(table, shop.now));
  const named = (id: number | null, role: PriceSource['type']): CandidateTable[] =>
    inEffect.filter((table) => table.id === id).map((table) => ({ role, table }));
  const ofOrder = named(cart.price_table_id, 'order_price_table');
  if (cart.price_table_id !== null && ofOrder.length === 0) throw new Refusal('invalid_reference');
  const defaults = inEffect.filter((table) => table.is_default).sort(byPriorityThenId);
  return [
    ...ofOrder,
    ...named(shop.customer.price_table_id, 'customer_price_table'),
    ...defaults.map((table): CandidateTable => ({ role: 'default_price_table', table })),
  ];
};

const percentagePrice = (table: ShopPriceTable, product: Product): bigint => {
  if (table.percentage === null) throw new TypeError(`price table ${table.id} has no percentage`);
  const percentage = HUNDRED_PERCENT + hundredthsOfPercent(table.percentage);
  const own = toPriceUnits(product.price);
  const roundedTo = (step: bigint): bigint => {
    const price = divideHalfUp(own * percentage, HUNDRED_PERCENT * step) * step;
    return isKept(price) ? price : roundedTo(step * 10n);
  };
  return roundedTo(lastDecimalOf(own));
};

const entryPrice = (table: ShopPriceTable, product: Product, orderedQuantity: bigint): bigint | null => {
  const [reached] = table.entries
    .filter((entry) => entry.product_id === product.id)
    .map((entry) => ({ from: toQuantityUnits(entry.min_quantity), price: toPriceUnits(entry.price) }))
    .filter(({ from }) => from <= orderedQuantity)
    .sort((a, b) => Number(b.from - a.from));
  return reached?.price ?? null;
};

/** `orderedQuantity` is the product's quantity over all lines. */
const unitPriceOf = (
  product: Product,
  orderedQuantity: bigint,
  tables: readonly CandidateTable[],
): UnitPrice => {
  for (const { role, table } of tables) {
    const price =
      table.kind === 'fixed' ? entryPrice(table, product, orderedQuantity) : percentagePrice(table, product);
    if (price !== null) return { price, source: { type: role, price_table_id: table.id } };
  }
  return { price: toPriceUnits(product.price), source: { type: 'product', price_table_id: null } };
};

const productOf = (shop: Shop, id: number): Product => {
  const product = shop.products.find((one) => one.id === id);
  if (product === undefined) throw new TypeError(`the shop has no product ${id}`);
  return product;
};

type Item = Omit<CartItem, 'quantity'> & Pick<Line, 'quantity'>;

const agreedPrice = (price: number): UnitPrice => ({
  price: toPriceUnits(price),
  source: { type: 'agreed', price_table_id: null },
});

/** Refuses a discount without an agreed price, or above the subtotal. */
const agreedDiscountOf = ({ unit_price: price, discount, quantity }: Item): bigint | null => {
  if (price === undefined && discount !== undefined) throw new Refusal('invalid_request');
  if (price === undefined) return null;
  const cents = toCents(discount ?? 0);
  if (cents > divideHalfUp(toPriceUnits(price) * quantity, LINE_UNITS)) throw new Refusal('invalid_request');
  return cents;
};

/** Refuses a charge of a line that isn't there. */
const requireChargedLines = ({ items, charges }: Cart): void => {
  if (charges.some(({ item }) => typeof item === 'number' && items[item] === undefined))
    throw new Refusal('invalid_request');
};

export const linesOf = (shop: Shop, cart: Cart): Line[] => {
  const items = cart.items.map((item): Item => ({ ...item, quantity: toQuantityUnits(item.quantity) }));
  const agreedDiscounts = items.map(agreedDiscountOf);
  requireChargedLines(cart);
  const tables = candidateTables(shop, cart);
  const computed = items.filter((item) => item.unit_price === undefined);
  return items.map(({ product_id: id, quantity, unit_price: price }, lineIndex) => {
    const product = productOf(shop, id);
    const orderedQuantity = sum(
      computed.filter((item) => item.product_id === id).map((item) => item.quantity),
    );
    const unitPrice =
      price === undefined ? unitPriceOf(product, orderedQuantity, tables) : agreedPrice(price);
    return { lineIndex, product, quantity, unitPrice, agreedDiscount: agreedDiscounts[lineIndex]! };
  });
};
