import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { RETENTION_DAYS } from '../log/log-partitions.ts';
import { dropOldPartitions, tableExists } from './drop-partitions.ts';
import { endExpiredDeliveries } from './drop-queued.ts';

/** The partitions of what was written before migration 038, whose ids are random. */
const [EVENTS, DELIVERIES, ATTEMPTS] = [
  'events_random_ids',
  'webhook_deliveries_random_ids',
  'webhook_attempts_random_ids',
] as const;

/**
 * Ends what is past its retention, 90 days. Events of the months since migration 038 go with their month, once the last of them is old
 * enough; those from before row by row. Returns how many rows that were.
 */
export async function enforceRetention(db: Transactional, nowMs: number): Promise<number> {
  await endExpiredDeliveries(db, nowMs);
  await dropOldPartitions(db, nowMs);
  return deleteOldEvents(db);
}

/** Deletes events from before migration 038 that are older than 90 days, with their deliveries and attempts. Returns their number. */
export async function deleteOldEvents(db: Transactional): Promise<number> {
  if (!(await tableExists(db, EVENTS))) return 0;
  const tenants = await runQuery<{ tenant_id: number }>(
    db,
    build('tenants').select('tenant_id').orderBy('tenant_id'),
  );
  let total = 0;
  for (const { tenant_id } of tenants)
    total += await inBatches(() => db.transaction((tx) => deleteBatch(tx, tenant_id)));
  return total;
}

async function deleteBatch(tx: Transaction, tenant_id: number): Promise<readonly unknown[]> {
  const events = await runQuery<{ event_id: string }>(tx, oldEvents(tenant_id));
  if (events.length === 0) return events;
  const eventIds = events.map(({ event_id }) => event_id);
  const deliveries = () => build(DELIVERIES).where({ tenant_id }).whereIn('event_id', eventIds);
  const ofDeliveries = (table: string) =>
    build(table).where({ tenant_id }).whereIn('delivery_id', deliveries().select('id'));
  // The queue first, so that no claim adds an attempt afterwards. What refers to a row goes before the row.
  await runQuery(tx, ofDeliveries('webhook_queue').delete());
  await runQuery(tx, ofDeliveries(ATTEMPTS).delete());
  await runQuery(tx, deliveries().delete());
  await runQuery(tx, build(EVENTS).where({ tenant_id }).whereIn('event_id', eventIds).delete());
  return events;
}

/**
 * The event with the highest feed position stays, however old it is: the feed counts on from it, and a reader's cursor must
 * not meet the same numbers twice. Events without a position go: tests, and everything of a tenant who never read the feed.
 * Events that a worker is just sending stay until next time.
 */
function oldEvents(tenant_id: number) {
  const lastPosition = build(EVENTS).where({ tenant_id }).max('feed_position');
  const leased = build('webhook_queue as q')
    .select('q.event_id')
    .where('q.tenant_id', tenant_id)
    .whereRaw('q.event_id = e.event_id')
    .whereNotNull('q.lease_token');
  return build({ e: EVENTS })
    .select('e.event_id')
    .where('e.tenant_id', tenant_id)
    .whereRaw(`e.occurred_at < statement_timestamp() - interval '${RETENTION_DAYS} days'`)
    .where((either) => either.whereNull('e.feed_position').orWhere('e.feed_position', '<', lastPosition))
    .whereNotExists(leased)
    .orderBy('e.occurred_at')
    .limit(BATCH_SIZE)
    .forUpdate('e')
    .skipLocked();
}
