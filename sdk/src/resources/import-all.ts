import type { OrderImport, OrderImportItem, OrderImportRow } from '../../../generated/sdk-types.ts';
import type { Checks } from '../transport/checks.ts';
import type { RequestOptions } from '../transport/request-options.ts';
import type { BatchItems } from './batch.ts';

// Nothing is imported from the rest of the client, so that bundlers needn't cut it in two.

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

export interface ImportAllOptions extends RequestOptions, Pick<OrderImport, 'stock' | 'events'> {
  /** Called after each request, with what was done so far, and waited for. What it throws ends the import. */
  onProgress?: ((progress: ImportProgress) => void | Promise<void>) | undefined;
}

/** What a request takes: as many orders, and 1 MB, of which some is left for what is around them. */
const MOST_ORDERS = 100;
const MOST_BYTES = 980_000;

type ToJson = (item: OrderImportItem, name: string, ending: string) => string;
/** The error that ends the import. */
export type Stopped = (index: number, cause: unknown) => Error;
export type Send = (body: OrderImport, options: RequestOptions) => PromiseLike<OrderImportRow[]>;

const OPTIONS: readonly string[] = ['stock', 'events', 'onProgress'] satisfies (keyof ImportAllOptions)[];

/** Sends one request after the other, so that memory holds the orders of one. By position: names would be in the client, too. */
export async function* importInRequests(
  orders: BatchItems<OrderImportItem>,
  options: ImportAllOptions,
  checks: Checks,
  toJson: ToJson,
  stopped: Stopped,
  send: Send,
): AsyncGenerator<ImportAllResult, void, undefined> {
  checks.items(orders);
  checks.names(options, [...OPTIONS, ...checks.ofCalls]);
  const { stock, events, onProgress, ...request } = options;
  checks.type('onProgress', onProgress, 'function');
  const progress: ImportProgress = { done: 0, recorded: 0, unchanged: 0, refused: 0 };
  let [items, bytes]: [OrderImportItem[], number] = [[], 0];
  async function sendOrStop(sent: OrderImportItem[], first: number): Promise<OrderImportRow[]> {
    try {
      return await send({ stock, events, items: sent }, request);
    } catch (cause) {
      throw stopped(first, cause);
    }
  }
  async function* flush() {
    const [sent, first] = [items, progress.done];
    [items, bytes] = [[], 0];
    const rows = await sendOrStop(sent, first);
    for (const { status, problem } of rows) {
      progress.done += 1;
      progress[problem ? 'refused' : status === 201 ? 'recorded' : 'unchanged'] += 1;
    }
    await onProgress?.({ ...progress });
    for (const row of rows) yield { ...row, item: sent[row.index]!, index: first + row.index };
  }
  for await (const item of orders) {
    const index = progress.done + items.length;
    let size: number;
    try {
      const json = toJson(item, `Order ${index}`, 'The orders before it were sent.');
      size = new TextEncoder().encode(json).length + 1;
    } catch (cause) {
      if (items.length > 0) yield* flush();
      throw stopped(index, cause);
    }
    if (items.length === MOST_ORDERS || (items.length > 0 && bytes + size > MOST_BYTES)) yield* flush();
    items.push(item);
    bytes += size;
  }
  if (items.length > 0) yield* flush();
}
