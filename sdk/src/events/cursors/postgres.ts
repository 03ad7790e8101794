import type { CursorStore } from './cursor-store.ts';

export type { CursorStore } from './cursor-store.ts';

/** What the store uses of a pool or client of `pg`. */
export interface CursorDatabase {
  /** Runs a statement with its values. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Creates the table. Put it in a migration. */
export const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS tradepost_cursors (
  name text PRIMARY KEY,
  cursor text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
)`;

const READ = 'SELECT cursor FROM tradepost_cursors WHERE name = $1';
const WRITE = `INSERT INTO tradepost_cursors (name, cursor) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, updated_at = now()`;

/** Keeps the cursor in a row of the table of `CREATE_TABLE`. Each program that follows the feed needs its own name. */
export function postgresCursorStore(database: CursorDatabase, name: string): CursorStore {
  return {
    async read() {
      const { rows } = await database.query(READ, [name]);
      return (rows[0] as { cursor: string } | undefined)?.cursor;
    },
    async write(cursor) {
      await database.query(WRITE, [name, cursor]);
    },
  };
}
