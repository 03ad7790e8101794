import { lineCents, toCents, toMilli } from '../../../base/money.ts';
import {
  type Entry,
  type Price,
  type PriceTable,
  priceOf,
  type TriedTables,
  tryInOrder,
} from '../../pricing/rules/price.ts';
import type { PricingContext, PricingPriceTable } from '../place/pricing-context.ts';
import type { SellableProduct } from '../place/sellable-products.ts';
import type { Line } from './resolve-lines.ts';

/** A line with its unit price, and its subtotal before discounts, rounded half-up to cents. */
export interface PricedLine extends Line {
  readonly price: Price;
  readonly milli: bigint;
  readonly subtotalCents: bigint;
}

/** The tables that may price a line, in the order in which they are tried: the order's, the customer's, the defaults. */
export function tablesToTry(
  { priceTables, customer }: PricingContext,
  orderTableId: number | null,
): TriedTables {
  const named = (id: number | null | undefined, source: PriceTable['source']): PriceTable[] =>
    priceTables.filter((table) => table.id === id).map((table) => toPriceTable(table, source));
  return tryInOrder([
    ...named(orderTableId, 'order_price_table'),
    ...named(customer?.price_table_id, 'customer_price_table'),
    ...priceTables
      .filter(({ is_default }) => is_default)
      .map((table) => toPriceTable(table, 'default_price_table')),
  ]);
}

const toPriceTable = (
  { id, kind, percentage }: PricingPriceTable,
  source: PriceTable['source'],
): PriceTable => ({ id, source, basisPoints: kind === 'percentage' ? toCents(percentage ?? 0) : undefined });

export function priceLines(lines: readonly Line[], tables: TriedTables): PricedLine[] {
  const prices = new Map<SellableProduct, Price>();
  for (const [product, milli] of quantityByProduct(lines))
    prices.set(
      product,
      priceOf({ cents: toCents(product.price), entries: entriesOf(product) }, milli, tables),
    );
  return lines.map((line) => {
    const milli = toMilli(line.quantity);
    const price = line.agreed?.price ?? prices.get(line.product)!;
    return { milli, price, subtotalCents: lineCents(price.unitCents, milli), ...line };
  });
}

/**
 * In thousandths, over all lines of a product: three lines of 1 unit reach the same tier as one line of 3. Lines at agreed
 * prices don't count.
 */
function quantityByProduct(lines: readonly Line[]): Map<SellableProduct, bigint> {
  const milli = new Map<SellableProduct, bigint>();
  for (const { product, quantity, agreed } of lines)
    if (!agreed) milli.set(product, (milli.get(product) ?? 0n) + toMilli(quantity));
  return milli;
}

const entriesOf = ({ entries }: SellableProduct): Entry[] =>
  (entries ?? []).map(([tableId, minQuantity, price]) => ({
    tableId,
    fromMilli: toMilli(minQuantity),
    cents: toCents(price),
  }));
