import type { Schemas } from '../../../base/contract.ts';

export type PriceSource = Schemas['PriceSource'];

/** A price table that may price a product. */
export interface PriceTable {
  readonly id: number;
  readonly source: Exclude<PriceSource['type'], 'product' | 'agreed'>;
  /** What a percentage table adds, in hundredths of a percent; undefined for a fixed table. */
  readonly basisPoints: bigint | undefined;
}

/** The tables in the order in which they are tried. Only the last may be a percentage table: it prices everything. */
export interface TriedTables {
  readonly tables: readonly PriceTable[];
  /** Each table's position, by its id. */
  readonly ranks: ReadonlyMap<number, number>;
}

/** A price in a fixed table that applies from a quantity on. */
export interface Entry {
  readonly tableId: number;
  readonly fromMilli: bigint;
  readonly cents: bigint;
}

export interface Price {
  readonly unitCents: bigint;
  readonly source: PriceSource;
}

const HUNDRED_PERCENT = 10_000n; // in hundredths of a percent

/**
 * Puts the tables in order, up to the first percentage table: those behind it can't give a price. A table with two roles
 * counts in the first one.
 */
export function tryInOrder(tables: readonly PriceTable[]): TriedTables {
  const percentage = tables.findIndex(({ basisPoints }) => basisPoints !== undefined);
  const tried = percentage === -1 ? tables : tables.slice(0, percentage + 1);
  const ranks = new Map<number, number>();
  for (const [rank, { id }] of tried.entries()) if (!ranks.has(id)) ranks.set(id, rank);
  return { tables: tried, ranks };
}

/**
 * A product's unit price: from the first table that has one for the ordered quantity, otherwise the product's own. It
 * looks at the product's entries, not at each table: a tenant can have 1001 default tables in effect at once.
 */
export function priceOf(
  product: { readonly cents: bigint; readonly entries: readonly Entry[] },
  milli: bigint,
  { tables, ranks }: TriedTables,
): Price {
  let best: Entry | undefined;
  for (const entry of product.entries) {
    if (entry.fromMilli > milli || !ranks.has(entry.tableId)) continue;
    if (!best || isBetter(entry, best, ranks)) best = entry;
  }
  if (best) return fromTable(tables[ranks.get(best.tableId)!]!, best.cents);
  const last = tables.at(-1);
  if (last?.basisPoints !== undefined)
    return fromTable(last, percentagePrice(product.cents, last.basisPoints));
  return { unitCents: product.cents, source: { type: 'product', price_table_id: null } };
}

/** Whether an entry is of an earlier table, or of the same one for a higher quantity. */
function isBetter(entry: Entry, best: Entry, ranks: TriedTables['ranks']): boolean {
  const [rank, bestRank] = [ranks.get(entry.tableId)!, ranks.get(best.tableId)!];
  return rank < bestRank || (rank === bestRank && entry.fromMilli > best.fromMilli);
}

const fromTable = ({ id, source }: PriceTable, unitCents: bigint): Price => ({
  unitCents,
  source: { type: source, price_table_id: id },
});

/** Rounded half-up. A table takes off 100 % at most, so the price is never negative. */
const percentagePrice = (cents: bigint, basisPoints: bigint): bigint =>
  (cents * (HUNDRED_PERCENT + basisPoints) + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
