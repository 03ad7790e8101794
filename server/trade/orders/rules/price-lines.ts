import { lineCents, toCents, toMicro, toUnitPrice } from '../../../base/money.ts';
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
  readonly micro: bigint;
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
  for (const [product, micro] of quantityByProduct(lines))
    prices.set(
      product,
      priceOf({ unitPrice: toUnitPrice(product.price), entries: entriesOf(product) }, micro, tables),
    );
  return lines.map((line) => {
    const micro = toMicro(line.quantity);
    const price = line.agreed?.price ?? prices.get(line.product)!;
    return { micro, price, subtotalCents: lineCents(price.unitPrice, micro), ...line };
  });
}

/**
 * In millionths, over all lines of a product: three lines of 1 unit reach the same tier as one line of 3. Lines at agreed
 * prices don't count.
 */
function quantityByProduct(lines: readonly Line[]): Map<SellableProduct, bigint> {
  const micro = new Map<SellableProduct, bigint>();
  for (const { product, quantity, agreed } of lines)
    if (!agreed) micro.set(product, (micro.get(product) ?? 0n) + toMicro(quantity));
  return micro;
}

const entriesOf = ({ entries }: SellableProduct): Entry[] =>
  (entries ?? []).map(([tableId, minQuantity, price]) => ({
    tableId,
    fromMicro: toMicro(minQuantity),
    unitPrice: toUnitPrice(price),
  }));
