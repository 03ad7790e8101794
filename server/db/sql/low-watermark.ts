import type { Querier } from '../querier.ts';
import { statement } from './statement.ts';

// A transaction of ours counts from its start, since it may be about to write. Transactions of other programs count only
// once they have written, so that a long report doesn't hold up every sync.
const find = statement(
  'low watermark',
  `SELECT date_trunc('milliseconds', least(clock_timestamp(), min(xact_start)))::text AS low_watermark
   FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND (backend_xid IS NOT NULL OR (application_name = 'tradepost' AND xact_start IS NOT NULL))`,
);

/**
 * The time before which all changes have committed. A row gets its updated_at when it is written and becomes visible when
 * its transaction commits, and transactions commit in a different order than they write. A client that resumed from the
 * largest updated_at it has seen would miss a row with an earlier updated_at that commits later.
 *
 * Uncommitted rows have updated_at >= the start of the oldest open transaction; stop there. A client that reads up to this
 * time and resumes from it inclusively misses nothing, provided that the read starts afterwards: hence a statement of its
 * own before the list's. A replica doesn't see what is open on the primary, so there it comes with the replica.
 */
export async function readLowWatermark(db: Querier): Promise<string> {
  if (db.lowWatermark !== undefined) return db.lowWatermark;
  return (await find<{ low_watermark: string }>(db, {}))[0]!.low_watermark;
}
