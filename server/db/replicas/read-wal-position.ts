import type { Querier } from '../querier.ts';
import { statement } from '../statement.ts';
import { type WalColumns, type WalPosition, walPosition } from './wal-position.ts';

/** Two columns: where the next record goes, so everything that has committed is before it. Only a primary knows. */
export const WAL_POSITION =
  'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline, pg_current_wal_insert_lsn()::text AS lsn' as const;
const read = statement('wal position', `SELECT ${WAL_POSITION}` as const);

/** Behind everything that has committed. */
export async function readWalPosition(primary: Querier): Promise<WalPosition> {
  return walPosition((await read<WalColumns>(primary, {}))[0]!);
}
