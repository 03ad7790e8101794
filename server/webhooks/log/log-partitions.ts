import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** As the feed and the delivery log promise. */
export const RETENTION_DAYS = 90;

/** SQL for the deliveries `d` of an event, which are in the event's partition: the others aren't searched. */
export const OF_EVENT = (d: string, event: string) =>
  `${d}.id >= least_delivery_id(${event}) AND ${d}.id <= greatest_delivery_id(${event})`;

/**
 * The oldest event that may be put into the queue. A minute before its retention ends it no longer may: a transaction that puts it there
 * ends after 8 s, so retention meets no delivery that is only just being queued.
 */
export const SENDABLE_SINCE = `(statement_timestamp() - interval '${RETENTION_DAYS} days' + interval '1 minute')`;

const make = statement('make log partitions', 'SELECT make_log_partitions(clock_timestamp())');

/** Makes the partitions of this month and the next, unless they exist (migration 038). */
export const makeLogPartitions = (db: Querier): Promise<unknown> => make(db, {});
