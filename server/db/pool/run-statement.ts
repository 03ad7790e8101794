import type { Querier, Statement } from '../querier.ts';
import { readWalPosition } from '../sql/read-wal-position.ts';
import type { Told } from './lazy-transaction.ts';
import type { DatabasePool, PooledClient } from './pool.ts';

export const run = <Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Row[]> =>
  new Promise((resolve, reject) =>
    send<Row>(pool, client, { statement, values }, (error, rows) => {
      if (!error) return resolve(rows);
      pool.searchPath.noteLost(error);
      reject(error);
    }),
  );

export interface Sent {
  readonly statement: Statement | string;
  readonly values: readonly unknown[];
}

export function send<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  { statement, values }: Sent,
  onResult: (error: Error | null, rows: Row[]) => void,
): void {
  const settle = (error: Error | null, rows: Row[]): void => {
    try {
      if (error) {
        noteStatement(error, statement);
        pool.noteFailure(client, error);
      }
      onResult(error, rows);
    } catch (thrown) {
      // pg calls from a socket's event, or settles a promise that nobody has: the process would end, and the statement never.
      onResult(error ?? (thrown as Error), []);
    }
  };
  client.run<Row>(pool.formOf(statement), values, pool, settle);
}

/**
 * Runs a statement, and asks for a position in the log that is behind it. Both are sent at once, so that takes no round trip more.
 * They are transactions of their own.
 */
export async function runAndTell<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<Told<Row>> {
  const asked: Querier = { query: (each, none) => run(pool, client, each, none) };
  const [ran, told] = await client.inPipeline(() =>
    Promise.allSettled([run<Row>(pool, client, statement, values), readWalPosition(asked)] as const),
  );
  if (ran.status === 'rejected') throw ran.reason;
  return { rows: ran.value, position: told.status === 'fulfilled' ? told.value : undefined };
}

/** Puts the name of the statement that failed on its error, from where the log takes it (errorForLog in log.ts). */
function noteStatement(error: unknown, statement: Statement | string): void {
  if (error instanceof Error && typeof statement !== 'string')
    Object.assign(error, { statement: statement.name });
}
