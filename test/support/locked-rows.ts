import pg from 'pg';
import { onTestFinished } from 'vitest';

export interface Locked {
  /** The number of statements that wait for a lock, over all connections to the database. */
  waiting(): Promise<number>;
  release(): Promise<void>;
}

/** Takes locks with a statement in a transaction that stays open until the test releases it or ends. */
export async function holdLocks(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Locked> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  const observer = new pg.Client({ connectionString: databaseUrl });
  await Promise.all([holder.connect(), observer.connect()]);
  let released = false;
  const release = async (): Promise<void> => {
    if (!released) await holder.query('COMMIT');
    released = true;
  };
  onTestFinished(async () => {
    await release();
    await Promise.all([holder.end(), observer.end()]);
  });
  await holder.query('BEGIN');
  await holder.query(sql, [...values]);
  return {
    waiting: async () => {
      const text = `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await observer.query<{ n: number }>(text)).rows[0]!.n;
    },
    release,
  };
}
