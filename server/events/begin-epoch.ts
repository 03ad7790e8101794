import type { Transaction } from '../db/querier.ts';
import { statement } from '../db/sql/statement.ts';

/** One at a time, and before any position is assigned in the new history: so its start is what both have. */
const EPOCH_LOCK = 7_403_205;
const lockEpochs = statement('lock feed epochs', 'SELECT pg_advisory_xact_lock(:lock)');
/** More than the busiest installation gives out between two backups; 2000 restores fit into the ids of 4 bytes. */
const SKIPPED_IDS = 1_000_000;

/** The first epoch follows none that is lost, so it skips no ids. */
const beginEpoch = statement(
  'begin feed epoch',
  `WITH epoch AS (
     INSERT INTO feed_epochs (identity) SELECT cluster_identity()
     WHERE cluster_identity() IS DISTINCT FROM (SELECT identity FROM feed_epochs ORDER BY number DESC LIMIT 1)
     RETURNING number
   ), started AS (
   INSERT INTO feed_epoch_starts (tenant_id, epoch, position)
   SELECT t.tenant_id, epoch.number, last.position FROM epoch CROSS JOIN tenants t CROSS JOIN LATERAL (
     SELECT greatest((SELECT max(feed_position) FROM events WHERE tenant_id = t.tenant_id),
       (SELECT position FROM feed_ends WHERE tenant_id = t.tenant_id)) AS position
   ) last WHERE last.position IS NOT NULL
   )
   SELECT skip_ids(${SKIPPED_IDS}) FROM epoch WHERE EXISTS (SELECT FROM feed_epochs)`,
);

export async function beginEpochIfRestored(tx: Transaction): Promise<void> {
  await lockEpochs(tx, { lock: EPOCH_LOCK });
  await beginEpoch(tx, {});
}
