import type { Schemas } from '../../../base/contract.ts';
import { CENTS_DECIMALS, decimalsOfUnitPrice, KEPT_DIGITS, PRICE_DECIMALS } from '../../../base/money.ts';

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
  readonly fromMicro: bigint;
  readonly unitPrice: bigint;
}

export interface Price {
  readonly unitPrice: bigint;
  readonly source: PriceSource;
}

const HUNDRED_PERCENT = 10_000n; // in hundredths of a percent
const ONE = 10n ** BigInt(PRICE_DECIMALS);

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
  product: { readonly unitPrice: bigint; readonly entries: readonly Entry[] },
  micro: bigint,
  { tables, ranks }: TriedTables,
): Price {
  let best: Entry | undefined;
  for (const entry of product.entries) {
    if (entry.fromMicro > micro || !ranks.has(entry.tableId)) continue;
    if (!best || isBetter(entry, best, ranks)) best = entry;
  }
  if (best) return fromTable(tables[ranks.get(best.tableId)!]!, best.unitPrice);
  const last = tables.at(-1);
  if (last?.basisPoints !== undefined)
    return fromTable(last, percentagePrice(product.unitPrice, last.basisPoints));
  return { unitPrice: product.unitPrice, source: { type: 'product', price_table_id: null } };
}

/** Whether an entry is of an earlier table, or of the same one for a higher quantity. */
function isBetter(entry: Entry, best: Entry, ranks: TriedTables['ranks']): boolean {
  const [rank, bestRank] = [ranks.get(entry.tableId)!, ranks.get(best.tableId)!];
  return rank < bestRank || (rank === bestRank && entry.fromMicro > best.fromMicro);
}

const fromTable = ({ id, source }: PriceTable, unitPrice: bigint): Price => ({
  unitPrice,
  source: { type: source, price_table_id: id },
});

/**
 * Rounded half-up to the decimals of the product's price; to fewer where the price becomes so large that a JSON number would lose its
 * last digits. A table takes off 100 % at most, so the price is never negative.
 */
function percentagePrice(unitPrice: bigint, basisPoints: bigint): bigint {
  const exact = unitPrice * (HUNDRED_PERCENT + basisPoints); // in 10^-4 of a unit price's 10^-10
  const wholeDigits = (exact / HUNDRED_PERCENT / ONE).toString().length;
  const kept = Math.max(CENTS_DECIMALS, KEPT_DIGITS - wholeDigits);
  const step = 10n ** BigInt(PRICE_DECIMALS - Math.min(decimalsOfUnitPrice(unitPrice), kept));
  const exactStep = step * HUNDRED_PERCENT;
  return ((exact + exactStep / 2n) / exactStep) * step;
}
