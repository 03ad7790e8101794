import type { Schemas } from '../contract.ts';

export type PriceSource = Schemas['PriceSource'];

/** A price from a quantity on, both as integers: cents and thousandths of a unit. */
export interface Tier {
  readonly fromMilli: bigint;
  readonly cents: bigint;
}

/** A table that may give a line its price. */
export interface PriceTable {
  readonly id: number;
  readonly source: Exclude<PriceSource['type'], 'product'>;
  /** What a percentage table adds, in hundredths of a per cent; undefined for one with prices of its own. */
  readonly basisPoints: bigint | undefined;
  readonly tiers: ReadonlyMap<number, readonly Tier[]>;
}

export interface Price {
  readonly unitCents: bigint;
  readonly source: PriceSource;
}

const HUNDRED_PERCENT = 10_000n; // 100 % in hundredths of a per cent

/** The price of a product: the first table that has one for it and its quantity in the order gives it, else the product. */
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
  // Half-up; a table takes at most 100 % off, so the sum is never negative.
  if (table.basisPoints !== undefined)
    return (product.cents * (HUNDRED_PERCENT + table.basisPoints) + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
  const reached = (table.tiers.get(product.id) ?? []).filter(({ fromMilli }) => fromMilli <= milli);
  return reached.reduce<Tier | undefined>(
    (best, tier) => (best && best.fromMilli > tier.fromMilli ? best : tier),
    undefined,
  )?.cents;
}
