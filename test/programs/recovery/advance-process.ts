import { openDatabase } from '../../../server/db/pool/database.ts';
import type { Querier, Transaction } from '../../../server/db/querier.ts';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';

/** Advances the recoveries of a database until none is running. A child process, so that it can be killed. */

export interface AdvanceReport {
  /** The longest statement of the batch, in ms. */
  readonly statementMs: number;
  readonly heapBytes: number;
}

const db = openDatabase({
  url: process.env.DATABASE_URL!,
  size: 1,
  preparedStatements: true,
  log: (message) => console.error(message),
});
let statementMs = 0;

const timed = <Q extends Querier>(querier: Q): Q => ({
  ...querier,
  query: async (statement: never, values: never) => {
    const start = performance.now();
    const rows = await querier.query(statement, values);
    statementMs = Math.max(statementMs, performance.now() - start);
    return rows;
  },
});
const timedDb = {
  ...timed(db),
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => db.transaction((tx) => work(timed(tx))),
};
const isRunning = async (): Promise<boolean> =>
  (await db.query(`SELECT FROM webhook_recoveries WHERE status = 'running' LIMIT 1`, [])).length > 0;

while (await isRunning()) {
  statementMs = 0;
  if ((await advanceRecoveries(timedDb)) === 0) continue;
  const { heapUsed: heapBytes } = process.memoryUsage();
  process.send!({ statementMs, heapBytes } satisfies AdvanceReport);
}
await db.close();
process.disconnect();
