import type { Querier, Statement } from '../querier.ts';
import type { ClusterForm } from '../sql/cluster-form.ts';
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
  const form = pool.clusterForm(statement);
  if (form) runOnCluster(pool, client, { form, values }, settle);
  else client.run<Row>(statement, values, pool, settle);
}

const NEW_IDS = 'SELECT ARRAY(SELECT nextval($1::regclass) FROM generate_series(1, $2::int))::text AS ids';

function runOnCluster<Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  { form, values }: { readonly form: ClusterForm; readonly values: readonly unknown[] },
  settle: (error: Error | null, rows: Row[]) => void,
): void {
  const { ids } = form;
  const runWith = (all: readonly unknown[]): void => client.run<Row>(form, all, pool, settle);
  if (!ids) runWith(values);
  else
    client.run<{ ids: string }>(NEW_IDS, [ids.sequence, ids.countOf(values)], pool, (error, rows) =>
      error ? settle(error, []) : runWith([...values, rows[0]!.ids]),
    );
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
