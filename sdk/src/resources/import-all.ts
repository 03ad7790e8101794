import type { OrderImportItem, OrderImportRow } from '../../../generated/sdk-types.ts';
import type { BatchItems } from './batch.ts';

/** How many orders have a result. */
export interface ImportProgress {
  /** In all. */
  done: number;
  /** Of these, those that were recorded now. */
  recorded: number;
  /** Those that were there already and are equal. */
  unchanged: number;
  /** Those with a `problem`. */
  refused: number;
}

/** The result of one order of `importAll`. Its `index` counts over all requests. */
export interface ImportAllResult extends OrderImportRow {
  /** The order as you gave it. */
  item: OrderImportItem;
}

/** What a request takes: as many orders, and 1 MB, of which some is left for what is around them. */
const MOST_ORDERS = 100;
const MOST_BYTES = 980_000;

/** Both throw what ends the import. */
interface Writer {
  /** `index` counts over all requests. */
  toJson(item: OrderImportItem, index: number): string;
  /** `first` is the index of the first of the items. */
  send(items: OrderImportItem[], first: number): Promise<OrderImportRow[]>;
}

/** Sends one request after the other, so that memory holds the orders of one. */
export async function* importInRequests(
  orders: BatchItems<OrderImportItem>,
  onProgress: ((progress: ImportProgress) => void) | undefined,
  { toJson, send }: Writer,
): AsyncGenerator<ImportAllResult, void, undefined> {
  const progress: ImportProgress = { done: 0, recorded: 0, unchanged: 0, refused: 0 };
  let [items, bytes]: [OrderImportItem[], number] = [[], 0];
  async function* flush() {
    const [sent, first] = [items, progress.done];
    [items, bytes] = [[], 0];
    const rows = await send(sent, first);
    for (const { status, problem } of rows) {
      progress.done += 1;
      progress[problem ? 'refused' : status === 201 ? 'recorded' : 'unchanged'] += 1;
    }
    onProgress?.({ ...progress });
    for (const row of rows) yield { ...row, item: sent[row.index]!, index: first + row.index };
  }
  for await (const item of orders) {
    let size: number;
    try {
      size = new TextEncoder().encode(toJson(item, progress.done + items.length)).length + 1;
    } catch (error) {
      if (items.length > 0) yield* flush();
      throw error;
    }
    if (items.length === MOST_ORDERS || (items.length > 0 && bytes + size > MOST_BYTES)) yield* flush();
    items.push(item);
    bytes += size;
  }
  if (items.length > 0) yield* flush();
}
