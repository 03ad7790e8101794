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
   )
   SELECT number, CASE WHEN EXISTS (SELECT FROM feed_epochs) THEN skip_ids(${SKIPPED_IDS}) END FROM epoch`,
);
const startEpoch = statement(
  'start feed epoch',
  `INSERT INTO feed_epoch_starts (tenant_id, epoch, position)
   SELECT tenant_id, :epoch::int, position FROM feed_ends`,
);

export async function beginEpochIfRestored(tx: Transaction): Promise<void> {
  await lockEpochs(tx, { lock: EPOCH_LOCK });
  const [begun] = await beginEpoch<{ number: number }>(tx, {});
  if (begun) await startEpoch(tx, { epoch: begun.number });
}
