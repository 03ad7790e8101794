import type { Querier } from '../querier.ts';
import { type TimedPosition, type WalColumns, walPosition } from '../wal-position.ts';
import { statement } from './statement.ts';

/** Two columns: where the next record goes, so everything that has committed is before it. Only a primary knows. */
export const WAL_POSITION =
  'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline, pg_current_wal_insert_lsn()::text AS lsn' as const;
/** In this order: see `TimedPosition`. */
const read = statement(
  'wal position',
  `SELECT to_hex((extract(epoch FROM clock_timestamp()) * 1000000)::bigint) AS time, ${WAL_POSITION}`,
);

/** Behind everything that has committed. */
export async function readWalPosition(primary: Querier): Promise<TimedPosition> {
  const [row] = await read<WalColumns & { time: string }>(primary, {});
  return { time: row!.time, position: walPosition(row!) };
}
