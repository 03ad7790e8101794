import type { Schemas } from '../contract.ts';

export type PriceSource = Schemas['PriceSource'];

/** A price that applies from a quantity on. Both are integers: cents and thousandths of a unit. */
export interface Tier {
  readonly fromMilli: bigint;
  readonly cents: bigint;
}

/** A price table that may price a line. */
export interface PriceTable {
  readonly id: number;
  readonly source: Exclude<PriceSource['type'], 'product'>;
  /** What a percentage table adds, in hundredths of a percent; undefined for a fixed table. */
  readonly basisPoints: bigint | undefined;
  readonly tiers: ReadonlyMap<number, readonly Tier[]>;
}

export interface Price {
  readonly unitCents: bigint;
  readonly source: PriceSource;
}

const HUNDRED_PERCENT = 10_000n; // in hundredths of a percent

/** A product's unit price: from the first table that has one for the ordered quantity, otherwise the product's own. */
export function priceOf(
  product: { readonly id: number; readonly cents: bigint },
  milli: bigint,
  tables: readonly PriceTable[],
): Price {
  for (const table of tables) {
    const unitCents = priceInTable(table, product, milli);
    if (unitCents !== undefined)
      return { unitCents, source: { type: table.source, price_table_id: table.id } };
  }
  return { unitCents: product.cents, source: { type: 'product', price_table_id: null } };
}

function priceInTable(
  table: PriceTable,
  product: { readonly id: number; readonly cents: bigint },
  milli: bigint,
): bigint | undefined {
  // Rounded half-up. A table takes off 100 % at most, so the price is never negative.
  if (table.basisPoints !== undefined)
    return (product.cents * (HUNDRED_PERCENT + table.basisPoints) + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
  const reached = (table.tiers.get(product.id) ?? []).filter(({ fromMilli }) => fromMilli <= milli);
  return reached.reduce<Tier | undefined>(
    (best, tier) => (best && best.fromMilli > tier.fromMilli ? best : tier),
    undefined,
  )?.cents;
}
