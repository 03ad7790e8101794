import { lineCents, toCents, toMilli } from '../money.ts';
import { type Price, type PriceTable, priceOf, type Tier } from '../price-tables/price.ts';
import type { PricingContext, PricingPriceTable } from './pricing-context.ts';
import type { Line } from './resolve-lines.ts';
import type { SellableProduct } from './sellable-products.ts';

/** A line with its unit price, and its subtotal before discounts, rounded half-up to cents. */
export interface PricedLine extends Line {
  readonly price: Price;
  readonly milli: bigint;
  readonly subtotalCents: bigint;
}

interface CandidateTable {
  readonly table: PricingPriceTable;
  readonly source: PriceTable['source'];
}

/** The tables that may price a line, in the order in which they are tried: the order's, the customer's, the defaults. */
export function candidateTables(
  { priceTables, customer }: PricingContext,
  orderTableId: number | null,
): CandidateTable[] {
  const named = (id: number | null | undefined, source: CandidateTable['source']): CandidateTable[] =>
    priceTables.filter((table) => table.id === id).map((table) => ({ table, source }));
  return [
    ...named(orderTableId, 'order_price_table'),
    ...named(customer?.price_table_id, 'customer_price_table'),
    ...priceTables
      .filter(({ is_default }) => is_default)
      .map((table): CandidateTable => ({ table, source: 'default_price_table' })),
  ];
}

export function priceLines(lines: readonly Line[], choices: readonly CandidateTable[]): PricedLine[] {
  const tiers = tiersByTable(lines.map(({ product }) => product));
  const tables = choices.map(
    ({ table, source }): PriceTable => ({
      id: table.id,
      source,
      basisPoints: table.kind === 'percentage' ? toCents(table.percentage ?? 0) : undefined,
      tiers: tiers.get(table.id) ?? new Map(),
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

/** In thousandths, over all lines of a product: three lines of 1 unit reach the same tier as one line of 3. */
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
