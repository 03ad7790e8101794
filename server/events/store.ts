import type { ByteString } from '../base/byte-string.ts';
import type { EventKind } from '../base/contract.ts';
import type { Transactional } from '../db/pool/database.ts';
import type { Querier, Transaction } from '../db/querier.ts';
import {
  ANY_PAGE,
  fitsOnPage,
  type PageBytes,
  rowBytes,
  SO_FAR,
  unlessLarger,
} from '../db/sql/page-bytes.ts';
import { statement } from '../db/sql/statement.ts';
import { beginEpochIfRestored } from './begin-epoch.ts';
import { type Epoch, type FeedCursor, rewoundTo } from './epochs.ts';

/** Any number that no other advisory lock uses; the second part of the key is the tenant. */
const FEED_LOCK = 7_403_204;
/** Enough for several pages, few enough to take only milliseconds. */
const ASSIGN_BATCH_ROWS = 1000;

/** Positions that one statement reads at most. A reader of a rare kind skips the others in steps of milliseconds each. */
const READ_BATCH_POSITIONS = 10_000;
/**
 * The first step has as many positions as the page may have rows, which fills it unless kinds are left out. Among a thousand small
 * tenants the generic plan expects one row, and sorts all of the step: 10 ms of PostgreSQL for a page instead of 0.2.
 */
const NEXT_STEP_FACTOR = 10;

/** Of the events, or of those that retention has dropped. A release from before feed_ends numbers events, too. */
const LAST_POSITION = `coalesce(greatest((SELECT max(feed_position) FROM events WHERE tenant_id = :tenant_id),
       (SELECT position FROM feed_ends WHERE tenant_id = :tenant_id)), 0)`;

// min() instead of EXISTS: with statistics from a time of many waiting events, PostgreSQL read the whole table for EXISTS.
const findBounds = statement(
  'find feed bounds',
  `SELECT (SELECT min(position) FROM events WHERE tenant_id = :tenant_id AND feed_position IS NULL AND NOT test)
       IS NOT NULL AS waiting,
     coalesce((SELECT min(feed_position) FROM events WHERE tenant_id = :tenant_id),
       (SELECT position + 1 FROM feed_ends WHERE tenant_id = :tenant_id), 1) AS first,
     ${LAST_POSITION} AS last,
     (SELECT identity = cluster_identity() FROM feed_epochs ORDER BY number DESC LIMIT 1) AS current,
     (SELECT json_agg(json_build_object('id', e.id, 'start', coalesce(s.position, 0)) ORDER BY e.number)
      FROM feed_epochs e LEFT JOIN (SELECT epoch, position FROM feed_epoch_starts WHERE tenant_id = :tenant_id) s
        ON s.epoch = e.number) AS epochs`,
);
interface FeedBounds {
  readonly waiting: boolean;
  readonly first: number;
  readonly last: number;
  /** Whether the newest epoch is that of this server and timeline. Null before the first epoch. */
  readonly current: boolean | null;
  /** JSON text. */
  readonly epochs: string;
}
const lock = statement('lock feed', 'SELECT pg_advisory_xact_lock(:lock, :tenant_id)');
// The tenant is hidden from the planner: what it has waiting changes from one call to the next.
const assign = statement(
  'assign feed positions',
  `WITH last AS (
     SELECT ${LAST_POSITION} AS position
   ), fresh AS (
     SELECT event_id, row_number() OVER (ORDER BY position) AS ordinal FROM events
     WHERE tenant_id = (SELECT :tenant_id::int) AND feed_position IS NULL AND NOT test
     ORDER BY position LIMIT ${ASSIGN_BATCH_ROWS}
   ), ended AS (
     INSERT INTO feed_ends (tenant_id, position) SELECT :tenant_id, position + (SELECT count(*) FROM fresh) FROM last
     ON CONFLICT (tenant_id) DO UPDATE SET position = excluded.position
   ), numbered AS (
     UPDATE events e SET feed_position = last.position + fresh.ordinal FROM fresh, last
     WHERE e.tenant_id = (SELECT :tenant_id::int) AND e.event_id = fresh.event_id
   )
   SELECT count(*) FROM fresh`,
);

/** The feed's bounds, in the epoch of the server that is asked. */
async function findCurrentBounds(db: Transactional, tenantId: number): Promise<FeedBounds> {
  const [bounds] = await findBounds<FeedBounds>(db, { tenant_id: tenantId });
  if (bounds!.current) return bounds!;
  return db.transaction(async (tx) => {
    await beginEpochIfRestored(tx);
    return (await findBounds<FeedBounds>(tx, { tenant_id: tenantId }))[0]!;
  });
}

/**
 * Assigns feed positions to the tenant's committed events that have none, and returns the feed's bounds. Transactions
 * commit in another order than they write, so a reader who followed the order of writing would miss an event that commits
 * late. Positions are assigned only after the commit, by one transaction at a time, and only upwards: what commits later
 * gets a later position, and nothing can appear behind a position that a reader has passed.
 */
async function assignFeedPositions(db: Transactional, tenantId: number): Promise<FeedBounds> {
  const tenant = { tenant_id: tenantId };
  return db.transaction(async (tx: Transaction) => {
    // The transaction may have come to another server than the bounds did.
    await beginEpochIfRestored(tx);
    await lock(tx, { lock: FEED_LOCK, ...tenant });
    await assign(tx, tenant);
    return (await findBounds<FeedBounds>(tx, tenant))[0]!;
  });
}

// Subqueries hide the values from the planner, but for the tenant, by which Citus finds the machine. With them, the range of positions and
// the kinds looked like fewer rows than a generic plan expects, or like none while the statistics were from before the positions, so every
// page was planned anew.
const FEED_ROWS = `FROM events
   WHERE tenant_id = :tenant_id AND feed_position > (SELECT :after::bigint)
     AND feed_position <= (SELECT :until::bigint) AND kind = ANY ((SELECT :kinds::text[])::text[])
   ORDER BY feed_position LIMIT (SELECT :rows::int)`;
const read = statement(
  'read feed',
  `SELECT feed_position AS position, ${unlessLarger(':row_bytes::int', 'body')} AS body ${FEED_ROWS}`,
  { byteColumns: ['body'] },
);
const readLarge = statement(
  'read feed of large events',
  `SELECT position, CASE WHEN fits THEN body END AS body FROM (
     SELECT *, ${fitsOnPage('octet_length(body)')} AS fits FROM (SELECT feed_position AS position, body ${FEED_ROWS}) AS page ${SO_FAR}
   ) AS page`,
  { byteColumns: ['body'] },
);

export interface FeedRow {
  readonly position: number;
  /** The envelope as it is delivered. */
  readonly body: ByteString;
}
/** The body is null if the event is too large to be read without a look at the others, or doesn't fit on the page. */
type ReadRow = FeedRow | { readonly body: null };

export interface FeedRequest {
  readonly tenantId: number;
  readonly cursor: FeedCursor;
  readonly kinds: readonly EventKind[];
  readonly limit: number;
  readonly pageBytes?: PageBytes | undefined;
}

export interface Feed {
  readonly epochs: readonly Epoch[];
  /** Set instead of rows if the reader has seen more than the feed has: up to there both have the same events. */
  readonly rewoundTo?: number;
  readonly rows: readonly FeedRow[];
  /** Whether the rows end before an event that has no room on the page. */
  readonly isFull: boolean;
  /** The last position read: if there are fewer rows than the limit, they include every event of these kinds up to it. */
  readonly last: number;
  /** Whether committed events still wait for a position, because there are more than one batch. */
  readonly waiting: boolean;
}

/** The events after a position, in feed order. */
export async function readFeed(
  db: Transactional,
  { tenantId, cursor, kinds, limit, pageBytes = ANY_PAGE }: FeedRequest,
): Promise<Feed> {
  const found = await findCurrentBounds(db, tenantId);
  const bounds = found.waiting ? await assignFeedPositions(db, tenantId) : found;
  const { first, last, waiting } = bounds;
  const epochs = JSON.parse(bounds.epochs) as readonly Epoch[];
  const common = rewoundTo(epochs, cursor, last);
  if (common !== undefined)
    return { epochs, rewoundTo: common, rows: [], isFull: false, last: common, waiting: false };
  const from = Math.max(cursor.position, first - 1);
  return {
    epochs,
    ...(await readRows(db, { tenant_id: tenantId, kinds }, { from, last, limit, pageBytes })),
    last,
    waiting,
  };
}

interface FeedPart extends Pick<FeedRequest, 'limit'> {
  readonly from: number;
  readonly last: number;
  readonly pageBytes: PageBytes;
}

async function readRows(
  db: Querier,
  of: { readonly tenant_id: number; readonly kinds: readonly EventKind[] },
  { from, last, limit, pageBytes }: FeedPart,
): Promise<Pick<Feed, 'rows' | 'isFull'>> {
  const rows: FeedRow[] = [];
  const row_bytes = rowBytes(pageBytes, limit);
  const page_bytes = pageBytes.most;
  let step = limit;
  for (let after = from; after < last && rows.length < limit; ) {
    const until = Math.min(after + step, last);
    const range = { after, until, rows: limit - rows.length, ...of };
    const isFirst = rows.length === 0;
    let isLarge = isFirst && pageBytes.expectLarge;
    let found = isLarge ? await readLarge<ReadRow>(db, { page_bytes, ...range }) : [];
    if (found.length === 0) {
      found = await read<ReadRow>(db, { row_bytes, ...range });
      isLarge = isFirst && found[0]?.body === null;
      if (isLarge) found = await readLarge<ReadRow>(db, { page_bytes, ...range });
    }
    for (const row of found) {
      if (row.body === null) return { rows, isFull: true };
      rows.push(row);
    }
    if (isLarge) return { rows, isFull: until < last };
    after = until;
    step = Math.min(step * NEXT_STEP_FACTOR, READ_BATCH_POSITIONS);
  }
  return { rows, isFull: false };
}
