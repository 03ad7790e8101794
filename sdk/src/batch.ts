import type { Problem } from '../../generated/sdk-types.ts';

/** To create a row, or, with the `external_id` of an existing one, to change it. */
export type BatchItem<Create, Upsert> = Create | (Upsert & WithExternalId);

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
