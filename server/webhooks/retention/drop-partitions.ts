import type { Transactional } from '../../db/pool/database.ts';
import type { Querier } from '../../db/querier.ts';
import { isDistributed } from '../../db/sql/is-distributed.ts';
import { statement } from '../../db/sql/statement.ts';
import { RETENTION_DAYS } from '../log/log-partitions.ts';

/** What refers to events goes before them. */
const LOGS = ['webhook_attempts', 'webhook_deliveries', 'events'] as const;
/** A day more than the retention: until then, whatever began before it ended is over. */
const DROPPED_AFTER_DAYS = RETENTION_DAYS + 1;

/** Requests that write to the log wait behind it. The next run tries again. */
const LOCK_WAIT = '1s';

/** Partitions of the three tables, for the keys from one id until another. */
interface Month {
  readonly suffix: string;
  /** Null is the first of all ids, or after the last one. */
  readonly firstId: string | null;
  readonly endId: string | null;
}

// The partition from before migration 038 has every random id, so its time is the migration's. The last month stays, however old it
// is: if nobody has made a later one, ids go on in it.
const findOld = statement(
  'find old log partitions',
  `SELECT suffix, first_log_id(from_hour) AS "firstId", first_log_id(until_hour) AS "endId" FROM log_partitions
   WHERE until_hour <= log_hour(:at::timestamptz - interval '${DROPPED_AFTER_DAYS} days')
     AND until_hour < (SELECT max(until_hour) FROM log_partitions)
   UNION ALL
   SELECT 'random_ids', '00000000-0100-0000-0000-000000000000', NULL FROM schema_migrations
   WHERE name = '038-log-partitions' AND migration_time < :at::timestamptz - interval '${DROPPED_AFTER_DAYS} days'
     AND to_regclass('events_random_ids') IS NOT NULL
   ORDER BY suffix`,
);

// LATERAL with LIMIT 1: by the index of each tenant. A queued delivery has an id of its event's month.
const findQueued = statement(
  'find queued in log partition',
  `SELECT FROM (SELECT DISTINCT tenant_id FROM webhook_registrations) t CROSS JOIN LATERAL (
     SELECT FROM webhook_queue WHERE tenant_id = t.tenant_id AND (:first_id::uuid IS NULL OR delivery_id >= :first_id)
       AND (:end_id::uuid IS NULL OR delivery_id < :end_id) LIMIT 1
   ) queued LIMIT 1`,
);

/**
 * Drops the partitions whose events are all past their retention. Returns how many. Nobody waits for that: DETACH … CONCURRENTLY lets
 * the statements that read a partition finish, and no foreign key locks another table.
 */
export async function dropOldPartitions(db: Transactional, nowMs: number): Promise<number> {
  const at = new Date(nowMs).toISOString();
  let dropped = 0;
  for (const month of await findOld<Month>(db, { at })) if (await dropMonth(db, month, at)) dropped += 1;
  return dropped;
}

/** False if it has to wait: a worker is sending one of its deliveries, or ids have run on into it for want of a later one. */
async function dropMonth(db: Transactional, month: Month, at: string): Promise<boolean> {
  const { suffix } = month;
  if ((await findQueuedOf(db, month)) || (await hasYoungEvents(db, suffix, at))) return false;
  await saveFeedEnds(db, suffix);
  for (const log of LOGS) {
    await detach(db, log, `${log}_${suffix}`);
    await db.query(`DROP TABLE IF EXISTS ${log}_${suffix}`, []);
  }
  await db.query('DELETE FROM log_partitions WHERE suffix = $1', [suffix]);
  await db.query('DELETE FROM stored_bytes WHERE log_partition = $1', [suffix]);
  return true;
}

/** Whether a delivery of the month is still in the queue. */
export const findQueuedOf = async (
  db: Querier,
  { firstId, endId }: Omit<Month, 'suffix'>,
): Promise<boolean> => (await findQueued(db, { first_id: firstId, end_id: endId })).length > 0;

async function hasYoungEvents(db: Querier, suffix: string, at: string): Promise<boolean> {
  if (!(await tableExists(db, `events_${suffix}`))) return false;
  const young = await db.query(
    `SELECT FROM tenants t JOIN events_${suffix} e ON e.tenant_id = t.tenant_id
       AND e.occurred_at >= $1::timestamptz - interval '${DROPPED_AFTER_DAYS} days' LIMIT 1`,
    [at],
  );
  return young.length > 0;
}

/** A feed counts on from its last position, also when the event that has it is gone. */
async function saveFeedEnds(db: Querier, suffix: string): Promise<void> {
  if (!(await tableExists(db, `events_${suffix}`))) return;
  await db.query(
    `INSERT INTO feed_ends (tenant_id, position)
     SELECT tenant_id, max(feed_position) FROM events_${suffix} WHERE feed_position IS NOT NULL GROUP BY tenant_id
     ON CONFLICT (tenant_id) DO UPDATE SET position = greatest(feed_ends.position, excluded.position)`,
    [],
  );
}

export const tableExists = async (db: Querier, table: string): Promise<boolean> =>
  (await db.query(`SELECT WHERE to_regclass($1) IS NOT NULL`, [table])).length > 0;

/** A try that was cut off leaves a partition that is half detached, and isn't read anymore. */
async function detach(db: Transactional, log: string, partition: string): Promise<void> {
  const [state] = await db.query<{ pending: boolean }>(
    'SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = to_regclass($1)',
    [partition],
  );
  if (state === undefined) return;
  if (await isDistributed(db)) return detachAtOnce(db, log, partition);
  const how = state.pending ? 'FINALIZE' : 'CONCURRENTLY';
  await db.query(`ALTER TABLE ${log} DETACH PARTITION ${partition} ${how}`, []);
}

/** Citus detaches nothing concurrently. Whoever writes to the log waits as long as this waits, and then until it's done on all machines. */
const detachAtOnce = (db: Transactional, log: string, partition: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`, []);
    await tx.query(`ALTER TABLE ${log} DETACH PARTITION ${partition}`, []);
  });
