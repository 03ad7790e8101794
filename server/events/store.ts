import type { EventKind } from '../contract.ts';
import type { Transactional } from '../db/database.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';

/** Any number that no other advisory lock uses; the second part of the key is the tenant. */
const FEED_LOCK = 7_403_204;
/** Enough for several pages, few enough to take only milliseconds. */
const ASSIGN_BATCH_ROWS = 1000;

/** Positions that one statement reads. A reader of a rare kind skips the others in steps of milliseconds each. */
const READ_BATCH_POSITIONS = 10_000;

// min() instead of EXISTS: with statistics from a time of many waiting events, PostgreSQL read the whole table for EXISTS.
const findBounds = statement(
  'events ends',
  `SELECT (SELECT min(position) FROM events WHERE tenant_id = $1 AND feed_position IS NULL AND NOT test)
       IS NOT NULL AS waiting,
     coalesce((SELECT min(feed_position) FROM events WHERE tenant_id = $1), 1) AS first,
     coalesce((SELECT max(feed_position) FROM events WHERE tenant_id = $1), 0) AS last`,
);
interface FeedBounds {
  readonly waiting: boolean;
  readonly first: number;
  readonly last: number;
}
const lock = statement('events lock', 'SELECT pg_advisory_xact_lock($1, $2)');
const assign = statement(
  'events number',
  `WITH last AS (
     SELECT coalesce(max(feed_position), 0) AS position FROM events WHERE tenant_id = $1
   ), fresh AS (
     SELECT event_id, row_number() OVER (ORDER BY position) AS ordinal FROM events
     WHERE tenant_id = $1 AND feed_position IS NULL AND NOT test ORDER BY position LIMIT ${ASSIGN_BATCH_ROWS}
   )
   UPDATE events e SET feed_position = last.position + fresh.ordinal FROM fresh, last
   WHERE e.tenant_id = $1 AND e.event_id = fresh.event_id`,
);

/**
 * Assigns feed positions to the tenant's committed events that have none, and returns the feed's bounds. Transactions
 * commit in another order than they write, so a reader who followed the order of writing would miss an event that commits
 * late. Positions are assigned only after the commit, by one transaction at a time, and only upwards: what commits later
 * gets a later position, and nothing can appear behind a position that a reader has passed.
 */
async function assignFeedPositions(db: Transactional, tenantId: number): Promise<FeedBounds> {
  const found = (await firstRow<FeedBounds>(db, findBounds, [tenantId]))!;
  if (!found.waiting) return found;
  return db.transaction(async (tx: Transaction) => {
    await tx.query(lock, [FEED_LOCK, tenantId]);
    await tx.query(assign, [tenantId]);
    return (await firstRow<FeedBounds>(tx, findBounds, [tenantId]))!;
  });
}

const read = statement(
  'events read',
  `SELECT feed_position AS position, body FROM events
   WHERE tenant_id = $1 AND feed_position > $2 AND feed_position <= $3 AND kind = ANY ($4::text[])
   ORDER BY feed_position LIMIT $5`,
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
  /** The last position read: if there are fewer rows than the limit, they include every event of these kinds up to it. */
  readonly last: number;
  /** Whether committed events still wait for a position, because there are more than one batch. */
  readonly waiting: boolean;
}

/** The events after a position, in feed order. */
export async function readFeed(
  db: Transactional,
  { tenantId, after, kinds, limit }: FeedRequest,
): Promise<Feed> {
  const { first, last, waiting } = await assignFeedPositions(db, tenantId);
  const rows: FeedRow[] = [];
  for (
    let from = Math.max(after, first - 1);
    from < last && rows.length < limit;
    from += READ_BATCH_POSITIONS
  ) {
    const to = Math.min(from + READ_BATCH_POSITIONS, last);
    const values = [tenantId, from, to, kinds, limit - rows.length];
    rows.push(...(await (db as Querier).query<FeedRow>(read, values)));
  }
  return { rows, last: Math.max(after, last), waiting };
}
