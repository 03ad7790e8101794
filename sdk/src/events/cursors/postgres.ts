import type { CursorStore } from './cursor-store.ts';
import { checkCursor, checkMethods, openOnce } from './cursor-use.ts';

export type { CursorStore } from './cursor-store.ts';

/** What the store uses of a pool or client of `pg`. */
export interface CursorDatabase {
  /** Runs a statement with its values. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Creates the table unless it is there, in a migration or at each start: any number of processes may run it at once. */
// CREATE TABLE IF NOT EXISTS by itself fails in all but one of several processes (23505), and asks for the right to create
// even if the table is there.
export const CREATE_TABLE = `DO $$ BEGIN
  IF to_regclass(quote_ident(current_schema()) || '.tradepost_cursors') IS NULL
    AND (to_regclass('tradepost_cursors') IS NULL OR has_schema_privilege(current_schema(), 'CREATE')) THEN
    PERFORM pg_advisory_xact_lock(hashtext('tradepost_cursors'));
    CREATE TABLE IF NOT EXISTS tradepost_cursors (
      name text PRIMARY KEY,
      cursor text NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
  END IF;
END $$`;

const READ = 'SELECT cursor FROM tradepost_cursors WHERE name = $1';
const WRITE = `INSERT INTO tradepost_cursors (name, cursor) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, updated_at = now()`;

/** Keeps the cursor in a row of the table of `CREATE_TABLE`. Each program that follows the feed needs its own name. */
export function postgresCursorStore(database: CursorDatabase, name: string): CursorStore {
  checkMethods(database, ['query'], 'Pass a pool or client of pg.');
  return {
    open: openOnce(database, 'name', name),
    async read() {
      const { rows } = await database.query(READ, [name]);
      return checkCursor(
        (rows[0] as { cursor: unknown } | undefined)?.cursor,
        'row of tradepost_cursors',
        name,
      );
    },
    async write(cursor) {
      await database.query(WRITE, [name, cursor]);
    },
  };
}
