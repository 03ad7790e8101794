import type { Problem } from '../../../generated/sdk-types.ts';

/** To create a row, or, with the `external_id` of an existing one, or what `matchBy` names, to change it. */
export type BatchItem<Create, Upsert, By extends string = 'external_id'> = By extends 'external_id'
  ? Create | (Upsert & WithExternalId)
  : // Extract keeps TypeScript from inferring the field from the items: the option alone says it.
    Upsert & { [Field in Extract<By, string>]: string };

export interface WithExternalId {
  /** The id of the row in your own system. */
  external_id: string;
}

/** The result of one item of a batch. It has either `data` or `problem`. */
export interface BatchResult<Row> {
  /** Which item, from 0. */
  index: number;
  /** The status that the item would have had as a request of its own: 201 if created, 200 if changed. */
  status: number;
  /** The row after the change; null if it was refused. */
  data: Row | null;
  /** Why the row was refused, with pointers into the row; null if it wasn't. */
  problem: Problem | null;
}

/** The result of one item of `batchAll`. Its `index` counts over all batches. */
export interface BatchAllResult<Item, Row> extends BatchResult<Row> {
  /** The item as you gave it. */
  item: Item;
}

/** The items of `batchAll`: an array, or anything that yields them, such as a file read line by line. */
export type BatchItems<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Sends one batch after the other, so that an item may depend on an earlier one, and memory holds one batch. */
export async function* inBatches<Item, Row>(
  items: BatchItems<Item>,
  size: number,
  send: (batch: Item[]) => PromiseLike<BatchResult<Row>[]>,
): AsyncGenerator<BatchAllResult<Item, Row>, void, undefined> {
  let sent = 0;
  let batch: Item[] = [];
  async function* flush() {
    const results = await send(batch);
    for (const { index, ...result } of results) yield { item: batch[index]!, index: sent + index, ...result };
    sent += batch.length;
    batch = [];
  }
  for await (const item of items) {
    batch.push(item);
    if (batch.length === size) yield* flush();
  }
  if (batch.length > 0) yield* flush();
}
