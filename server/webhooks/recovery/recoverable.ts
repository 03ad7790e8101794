import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { OF_EVENT, SENDABLE_SINCE } from '../log/log-partitions.ts';

/** Events that occurred from `from` (inclusive) until `until` (exclusive), RFC 3339. */
export interface TimeRange {
  readonly from: string;
  readonly until: string;
}

/** Events per statement: some tens of milliseconds, or a second when none of their deliveries is in memory. */
const BATCH_SIZE = 10_000;
/**
 * A count ends after so many events, or after so long. Unbounded, some ten million events took longer than a statement may;
 * and whoever waits for the page has waited long enough.
 */
export const MAX_EVENTS_COUNTED = 100_000;
const MAX_COUNTING_MS = 3_000;

/** The events of a range that an endpoint subscribes to, by what a recovery does with them. */
export interface Recoverable {
  /** Sent again: deliveries that have used up their attempts. */
  readonly failed: number;
  /** Sent: events without a delivery. The endpoint was inactive, didn't exist or didn't subscribe to them yet. */
  readonly missed: number;
  /** Left alone: deliveries that were accepted. */
  readonly delivered: number;
  /** Left alone: deliveries that are still in the queue. */
  readonly waiting: number;
  /** All events that were read for this count, of any kind. */
  readonly events: number;
  /** False when the range has more events than were read, the oldest ones. */
  readonly exact: boolean;
}

interface Batch extends Omit<Recoverable, 'exact'> {
  /** The position of the last event; null when there was none. */
  readonly lastTime: string | null;
  readonly lastEvent: string | null;
  readonly tookMs: number;
}

const countBatch = statement(
  'recovery: count',
  `WITH scanned AS MATERIALIZED (
     SELECT e.event_id, e.occurred_at, e.kind = ANY (r.events) AND NOT e.test AND NOT e.feed_only AS wanted FROM webhook_registrations r
     CROSS JOIN LATERAL (
       SELECT event_id, occurred_at, kind, test, feed_only FROM events
       WHERE tenant_id = :tenant_id AND occurred_at < :until
         AND (occurred_at, event_id) > (greatest(:after_time, ${SENDABLE_SINCE}), :after_event)
       ORDER BY occurred_at, event_id LIMIT ${BATCH_SIZE}
     ) e
     WHERE r.tenant_id = :tenant_id AND r.id = :id
   ),
   last AS (
     SELECT occurred_at, event_id FROM scanned ORDER BY occurred_at DESC, event_id DESC LIMIT 1
   )
   SELECT count(*) FILTER (WHERE wanted AND status = 'FAILED') AS failed,
     count(*) FILTER (WHERE wanted AND status IS NULL) AS missed,
     count(*) FILTER (WHERE wanted AND status = 'SUCCESS') AS delivered,
     count(*) FILTER (WHERE wanted AND status IN ('PENDING', 'RETRYING')) AS waiting,
     count(*) AS events,
     (SELECT occurred_at FROM last) AS "lastTime", (SELECT event_id FROM last) AS "lastEvent",
     extract(epoch FROM clock_timestamp() - statement_timestamp())::double precision * 1000 AS "tookMs"
   -- LATERAL with LIMIT 1, as in the claim: joined, PostgreSQL may read all deliveries of all tenants.
   FROM scanned LEFT JOIN LATERAL (
     SELECT status FROM webhook_deliveries d
     WHERE scanned.wanted AND tenant_id = :tenant_id AND event_id = scanned.event_id AND registration_id = :id
       AND ${OF_EVENT('d', 'scanned.event_id')} LIMIT 1
   ) d ON true`,
);

/** Counts what a recovery over this range would send, and what it wouldn't, in the order in which the events occurred. */
export async function countRecoverable(
  db: Querier,
  { tenantId: tenant_id, id }: EndpointKey,
  { from, until }: TimeRange,
): Promise<Recoverable> {
  let total: Recoverable = { failed: 0, missed: 0, delivered: 0, waiting: 0, events: 0, exact: false };
  let after = { after_time: from, after_event: '00000000-0000-0000-0000-000000000000' };
  let tookMs = 0;
  while (total.events < MAX_EVENTS_COUNTED && tookMs < MAX_COUNTING_MS) {
    const [batch] = await countBatch<Batch>(db, { tenant_id, id, until, ...after });
    total = add(total, batch!);
    if (batch!.events < BATCH_SIZE) return { ...total, exact: true };
    after = { after_time: batch!.lastTime!, after_event: batch!.lastEvent! };
    tookMs += batch!.tookMs;
  }
  return total;
}

const add = (total: Recoverable, batch: Batch): Recoverable => ({
  failed: total.failed + batch.failed,
  missed: total.missed + batch.missed,
  delivered: total.delivered + batch.delivered,
  waiting: total.waiting + batch.waiting,
  events: total.events + batch.events,
  exact: false,
});
