import type { EventKind } from '../contract.ts';
import type { Transactional } from '../db/database.ts';
import type { Querier, Transaction } from '../db/querier.ts';
import { statement } from '../db/statement.ts';

/** Any number that no other use of advisory locks takes, beside the tenant's. */
const FEED_LOCK = 7_403_204;
/** Numbered at one time: enough for several pages, few enough to take some milliseconds. */
const ASSIGN_BATCH_ROWS = 1000;

/** Read by one statement: a reader who wants a rare kind passes over the others in steps that each take milliseconds. */
const READ_BATCH_POSITIONS = 10_000;

// The least of those that wait, since for EXISTS PostgreSQL read the table when it had last counted many that wait.
const findBounds = statement(
  'find feed bounds',
  `SELECT (SELECT min(position) FROM events WHERE tenant_id = :tenant_id AND feed_position IS NULL AND NOT test)
       IS NOT NULL AS waiting,
     coalesce((SELECT min(feed_position) FROM events WHERE tenant_id = :tenant_id), 1) AS first,
     coalesce((SELECT max(feed_position) FROM events WHERE tenant_id = :tenant_id), 0) AS last`,
);
interface FeedBounds {
  readonly waiting: boolean;
  readonly first: number;
  readonly last: number;
}
const lock = statement('lock feed', 'SELECT pg_advisory_xact_lock(:lock, :tenant_id)');
const assign = statement(
  'assign feed positions',
  `WITH last AS (
     SELECT coalesce(max(feed_position), 0) AS position FROM events WHERE tenant_id = :tenant_id
   ), fresh AS (
     SELECT event_id, row_number() OVER (ORDER BY position) AS place FROM events
     WHERE tenant_id = :tenant_id AND feed_position IS NULL AND NOT test ORDER BY position LIMIT ${ASSIGN_BATCH_ROWS}
   )
   UPDATE events e SET feed_position = last.position + fresh.place FROM fresh, last
   WHERE e.tenant_id = :tenant_id AND e.event_id = fresh.event_id`,
);

/**
 * Gives the tenant's committed events that have none yet a place in the feed. Transactions commit in another order than
 * they write, so a reader who went by the order of writing would pass over an event whose transaction commits late. Here
 * a place is given only to what is committed, by one at a time, and each place is larger than all before it: what
 * commits later comes later, and nothing that a reader has passed can appear behind it. Answers where the feed ends.
 */
async function assignFeedPositions(db: Transactional, tenantId: number): Promise<FeedBounds> {
  const tenant = { tenant_id: tenantId };
  const [bounds] = await findBounds<FeedBounds>(db, tenant);
  if (!bounds!.waiting) return bounds!;
  return db.transaction(async (tx: Transaction) => {
    await lock(tx, { lock: FEED_LOCK, ...tenant });
    await assign(tx, tenant);
    return (await findBounds<FeedBounds>(tx, tenant))[0]!;
  });
}

const read = statement(
  'read feed',
  `SELECT feed_position AS position, body FROM events
   WHERE tenant_id = :tenant_id AND feed_position > :after AND feed_position <= :until
     AND kind = ANY (:kinds::text[])
   ORDER BY feed_position LIMIT :rows`,
);

export interface FeedRow {
  readonly position: number;
  /** The envelope as it is delivered. */
  readonly body: string;
}

export interface FeedRequest {
  readonly tenantId: number;
  readonly after: number;
  readonly kinds: readonly EventKind[];
  readonly limit: number;
}

export interface Feed {
  readonly rows: readonly FeedRow[];
  /** Up to where all events of these kinds are among the rows, if there are fewer than the most that were asked for. */
  readonly last: number;
  /** Whether committed events still wait for their place: more than are numbered at one time. */
  readonly waiting: boolean;
}

/** The events behind a position, in the order of the feed. */
export async function readFeed(
  db: Transactional,
  { tenantId, after, kinds, limit: most }: FeedRequest,
): Promise<Feed> {
  const { first, last, waiting } = await assignFeedPositions(db, tenantId);
  const rows: FeedRow[] = [];
  for (
    let from = Math.max(after, first - 1);
    from < last && rows.length < most;
    from += READ_BATCH_POSITIONS
  ) {
    const until = Math.min(from + READ_BATCH_POSITIONS, last);
    const range = { tenant_id: tenantId, after: from, until, kinds, rows: most - rows.length };
    rows.push(...(await read<FeedRow>(db as Querier, range)));
  }
  return { rows, last: Math.max(after, last), waiting };
}
