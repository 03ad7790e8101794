import { lineCents, toCents, toMilli } from '../money.ts';
import { type Price, type PriceTable, priceOf, type Tier } from '../price-tables/price.ts';
import type { Line } from './lines.ts';
import type { SellableProduct } from './products.ts';
import type { PriceTableTerms, Terms } from './terms.ts';

/** A line with its price and its amount before discounts, rounded half-up to cents. */
export interface PricedLine extends Line {
  readonly price: Price;
  readonly milli: bigint;
  readonly subtotalCents: bigint;
}

interface Choice {
  readonly terms: PriceTableTerms;
  readonly source: PriceTable['source'];
}

/** The tables that may price a line, the first one first: the order's, the customer's, then the default ones. */
export function tablesInOrder({ priceTables, customer }: Terms, orderTableId: number | null): Choice[] {
  const named = (id: number | null | undefined, source: Choice['source']): Choice[] =>
    priceTables.filter((table) => table.id === id).map((terms) => ({ terms, source }));
  return [
    ...named(orderTableId, 'order_price_table'),
    ...named(customer?.price_table_id, 'customer_price_table'),
    ...priceTables
      .filter(({ is_default }) => is_default)
      .map((terms): Choice => ({ terms, source: 'default_price_table' })),
  ];
}

export function priceLines(lines: readonly Line[], choices: readonly Choice[]): PricedLine[] {
  const tiers = tiersByTable(lines.map(({ product }) => product));
  const tables = choices.map(
    ({ terms, source }): PriceTable => ({
      id: terms.id,
      source,
      basisPoints: terms.kind === 'percentage' ? toCents(terms.percentage ?? 0) : undefined,
      tiers: tiers.get(terms.id) ?? new Map(),
    }),
  );
  const ordered = quantityByProduct(lines);
  return lines.map(({ product, quantity }) => {
    const milli = toMilli(quantity);
    const whole = { id: product.id, cents: toCents(product.price) };
    const price = priceOf(whole, ordered.get(product.id)!, tables);
    return { product, quantity, milli, price, subtotalCents: lineCents(price.unitCents, milli) };
  });
}

/** In thousandths, over all lines of a product: three lines of 1 reach the same tier as one line of 3. */
function quantityByProduct(lines: readonly Line[]): Map<number, bigint> {
  const milli = new Map<number, bigint>();
  for (const { product, quantity } of lines)
    milli.set(product.id, (milli.get(product.id) ?? 0n) + toMilli(quantity));
  return milli;
}

type TierRow = readonly [table: number, minQuantity: number, price: number];

function tiersByTable(products: readonly SellableProduct[]): Map<number, Map<number, Tier[]>> {
  const tables = new Map<number, Map<number, Tier[]>>();
  for (const product of new Set(products))
    for (const [table, minQuantity, price] of JSON.parse(product.tiers ?? '[]') as TierRow[]) {
      const ofTable = tables.get(table) ?? new Map<number, Tier[]>();
      tables.set(
        table,
        ofTable.set(product.id, [
          ...(ofTable.get(product.id) ?? []),
          { fromMilli: toMilli(minQuantity), cents: toCents(price) },
        ]),
      );
    }
  return tables;
}
