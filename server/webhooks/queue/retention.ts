import { type Querier, statement } from '../../db/querier.ts';

/** As long as the feed and the log of deliveries promise. */
const RETENTION_DAYS = 90;
/** Removed by one statement: some ms, and no lock for longer. */
const BATCH_SIZE = 500;

// The event with the highest place stays, however old it is: the feed counts on from it, and a reader's cursor must not
// meet the same numbers twice. Those without a place go: tests, and all of a tenant who never read the feed. What a worker
// has on the way stays until the next time.
const deleteOldEventsStatement = statement(
  'events remove old',
  `WITH old AS MATERIALIZED (
     SELECT e.tenant_id, e.event_id FROM events e
     WHERE e.tenant_id = $1 AND e.occurred_at < statement_timestamp() - interval '${RETENTION_DAYS} days'
       AND (e.feed_position IS NULL OR e.feed_position < (SELECT max(feed_position) FROM events WHERE tenant_id = $1))
       AND NOT EXISTS (
         SELECT FROM webhook_queue q WHERE q.tenant_id = e.tenant_id AND q.event_id = e.event_id AND q.lease_token IS NOT NULL
       )
     ORDER BY e.occurred_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
   ), delivery AS MATERIALIZED (
     SELECT d.tenant_id, d.id FROM webhook_deliveries d JOIN old USING (tenant_id, event_id)
   ), attempts AS (
     DELETE FROM webhook_attempts a USING delivery d WHERE a.tenant_id = d.tenant_id AND a.delivery_id = d.id
   ), queued AS (
     DELETE FROM webhook_queue q USING delivery d WHERE q.tenant_id = d.tenant_id AND q.delivery_id = d.id
   ), deliveries AS (
     DELETE FROM webhook_deliveries w USING delivery d WHERE w.tenant_id = d.tenant_id AND w.id = d.id
   )
   DELETE FROM events e USING old WHERE e.tenant_id = old.tenant_id AND e.event_id = old.event_id RETURNING e.event_id`,
);

/** Removes the events that are older than 90 days with their deliveries and attempts. Answers how many events. */
export async function deleteOldEvents(db: Querier): Promise<number> {
  let total = 0;
  const tenants = await db.query<{ tenant_id: number }>(
    'SELECT tenant_id FROM tenants ORDER BY tenant_id',
    [],
  );
  for (const { tenant_id } of tenants)
    for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count)
      count = (await db.query(deleteOldEventsStatement, [tenant_id])).length;
  return total;
}
