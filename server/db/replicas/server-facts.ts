import type { Querier } from '../querier.ts';
import { readLowWatermark } from '../sql/low-watermark.ts';
import { readWalPosition, WAL_POSITION } from '../sql/read-wal-position.ts';
import { type WalColumns, type WalPosition, walPosition } from '../wal-position.ts';

/** Tells clusters and databases apart; the same on a primary and its standbys. */
const IDENTITY = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`;

/**
 * A record that ends with its page: the next one goes behind the header of the next page, of 24 bytes, or 40 in a new file. A
 * replica that has replayed everything is then at the page's beginning.
 */
const END_OF_LAST_RECORD = `(SELECT CASE WHEN into_page IN (24, 40) THEN next - into_page ELSE next END
  FROM (SELECT next, (next - '0/0'::pg_lsn) % current_setting('wal_block_size')::int AS into_page
    FROM pg_current_wal_insert_lsn() AS next) AS page)::text AS "end"`;
const PRIMARY = `SELECT ${WAL_POSITION}, ${END_OF_LAST_RECORD}, ${IDENTITY}`;

/**
 * The last of these is known only to superusers and pg_read_all_stats, and after a failover the others follow within
 * checkpoint_timeout. Each proves that the standby has left its earlier timeline before the point where the other one forked off.
 */
const REPLICA = `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn,
  lpad(to_hex(greatest((SELECT timeline_id FROM pg_control_checkpoint()),
    (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver))), 8, '0') AS timeline, ${IDENTITY}`;

/** What the primary had written at some moment. */
export interface Mark {
  /** In ms of the monotonic clock, before the primary was asked. */
  readonly takenMs: number;
  /** Changes up to this time were committed, as in `readLowWatermark`. */
  readonly lowWatermark: string;
  /** What committed before this position had committed when the watermark was read. */
  readonly beforeWatermark: WalPosition;
  readonly position: WalPosition;
  /** A replica that has replayed up to here has everything before `position`. */
  readonly end: WalPosition;
  readonly timeline: string;
  readonly identity: string;
}

/**
 * The low watermark comes before the position: what committed before it was read is before a position that is read afterwards. What a
 * client wrote is only sure to be behind the watermark if it's before a position that was read earlier.
 */
export async function readMark(primary: Querier, takenMs: number): Promise<Mark> {
  const { position: beforeWatermark } = await readWalPosition(primary);
  const lowWatermark = await readLowWatermark(primary);
  const [row] = await primary.query<WalColumns & { end: string; identity: string }>(PRIMARY, []);
  const { identity, end } = row!;
  const timeline = row!.timeline.toLowerCase();
  const position = walPosition(row!);
  const wal = { beforeWatermark, position, end: walPosition({ timeline, lsn: end }) };
  return { takenMs, lowWatermark, ...wal, timeline, identity };
}

export interface ReplicaFacts {
  /** False for a primary. */
  readonly standby: boolean;
  /** How far it has replayed the log. Null where replication doesn't work by it. */
  readonly lsn: string | null;
  readonly timeline: string;
  readonly identity: string;
}

export async function readReplicaFacts(db: Querier): Promise<ReplicaFacts> {
  return (await db.query<ReplicaFacts>(REPLICA, []))[0]!;
}
