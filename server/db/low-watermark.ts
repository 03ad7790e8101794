import { type Querier, statement } from './querier.ts';
import { firstRow } from './resource-table.ts';

// A transaction of ours counts from its beginning: it may be about to write. Of other programs only those count that
// have written, so that a long report does not hold up every sync.
const find = statement(
  'low watermark',
  `SELECT date_trunc('milliseconds', least(clock_timestamp(), min(xact_start)))::text AS low_watermark FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND (backend_xid IS NOT NULL OR (application_name = 'tradepost' AND xact_start IS NOT NULL))`,
);

/**
 * The time up to which what was changed is complete. A row is stamped when it is written and seen when its transaction
 * commits, and transactions commit in another order than they write: a reader who takes the largest updated_at that he
 * sees for his next updated_since would pass over a row with an earlier stamp that is committed later. Each transaction
 * that may still commit such a row was running when this was asked, so its stamps are not before the earliest beginning
 * among them. Whoever reads only what is stamped up to then, and goes on from there inclusively, misses nothing, as long
 * as the reading starts afterwards: hence a statement of its own before that of the list.
 */
export async function readLowWatermark(db: Querier): Promise<string> {
  return (await firstRow<{ low_watermark: string }>(db, find, []))!.low_watermark;
}
