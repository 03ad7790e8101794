import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../server/db/pool/database.ts';
import type { Querier } from '../../../server/db/querier.ts';
import { openWorkerDatabase, warmUpConnections } from '../../../server/main/roles/worker-database.ts';
import { type ClaimedDelivery, claimNextTenants } from '../../../server/webhooks/queue/claim.ts';
import { type AttemptResult, completeAttempts } from '../../../server/webhooks/queue/complete.ts';
import { releaseDeliveries } from '../../../server/webhooks/queue/release.ts';
import { endLostAttempts } from '../../../server/webhooks/send/lost-attempts.ts';
import { createRetrySchedule } from '../../../server/webhooks/send/rules/retry-schedule.ts';
import { type TestEnvironment, useTestEnvironment } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

const TABLES = ['webhook_queue', 'webhook_deliveries', 'webhook_attempts', 'events'];
/** After five runs PostgreSQL may keep a plan until the table is analysed again. */
const RUNS = 8;
const BURST = 3000;

const outcome: AttemptResult = {
  status: 'RETRYING',
  outcome: 'refused',
  detail: null,
  responseStatus: 500,
  responseHeaders: null,
  responseBody: '',
  durationMs: 1,
  retryInMs: 60_000,
};

const endAllLeases = "UPDATE webhook_queue SET leased_until = 'epoch' WHERE lease_token IS NOT NULL";

/** Runs every queue statement of a worker once. */
async function work(db: Querier): Promise<void> {
  const claim = async (): Promise<readonly ClaimedDelivery[]> =>
    (
      await claimNextTenants(db, 0, {
        maxDeliveries: 4,
        endpointIds: [],
        allowances: [],
        defaultAllowance: 4,
      })
    ).deliveries;
  await releaseDeliveries(db, await claim());
  const [lost, ...claimed] = await claim();
  const over: AttemptResult = { ...outcome, status: 'SUCCESS', outcome: 'accepted', retryInMs: null };
  await completeAttempts(
    db,
    claimed.map((each, n) => ({ delivery: each, result: n % 2 === 0 ? outcome : over })),
  );
  await db.query(endAllLeases, []);
  expect(await endLostAttempts(db, { schedule: createRetrySchedule({}) })).toHaveLength(1);
  expect(lost).toBeDefined();
}

/** Calls the API's function, on a connection of the API's pool. */
async function emit({ context }: TestEnvironment, tenantId: number, count: number): Promise<void> {
  const { db } = context;
  await db.query(`SELECT emit_event($1, 'product.deleted', '{"product_id":1}') FROM generate_series(1, $2)`, [
    tenantId,
    count,
  ]);
}

/** How many rows sequential scans and index scans have read from these tables so far. */
async function rowsRead({ context }: TestEnvironment): Promise<{ inSequence: number; byIndex: number }> {
  // Otherwise a connection publishes its counters only a second later.
  await context.db.query('SELECT pg_stat_force_next_flush()', []);
  const [row] = await context.db.query<{ inSequence: number; byIndex: number }>(
    `SELECT sum(seq_tup_read)::integer AS "inSequence", sum(idx_tup_fetch)::integer AS "byIndex"
     FROM pg_stat_user_tables WHERE relname = ANY ($1)`,
    [TABLES],
  );
  return row!;
}

function useWorkerDatabase({ context }: TestEnvironment): Database {
  const db = openWorkerDatabase(context);
  onTestFinished(() => db.close());
  return {
    ...db,
    query: async (statement, values) => {
      const rows = await db.query<never>(statement, values);
      await db.query('SELECT pg_stat_force_next_flush()', []);
      return rows;
    },
  };
}

async function useShop() {
  const environment = await useTestEnvironment();
  const { tenantId } = await environment.tenant();
  await register(environment.context, tenantId, 'http://127.0.0.1:9/hooks', ['product.deleted']);
  return {
    environment,
    db: useWorkerDatabase(environment),
    emitSome: (count: number) => emit(environment, tenantId, count),
  };
}

it('sending a burst reads no whole table, even with plans from when the tables were short', async () => {
  const { environment, db, emitSome } = await useShop();
  await emitSome(3);
  await work(db);
  await environment.context.db.query(`ANALYZE ${TABLES.join()}`, []);
  for (let run = 0; run < RUNS; run += 1) {
    await emitSome(2);
    await work(db);
  }
  const before = await rowsRead(environment);
  await emitSome(BURST);
  const emitted = await rowsRead(environment);
  for (let run = 0; run < RUNS; run += 1) await work(db);
  const after = await rowsRead(environment);
  expect(after.inSequence).toBe(before.inSequence);
  // An index scan can read a whole table, too, for each batch of results.
  expect(after.byIndex - emitted.byIndex).toBeLessThan(BURST);
});

it('sending a burst reads little more than it sends, even with plans from when the tables were empty', async () => {
  const { environment, db, emitSome } = await useShop();
  await environment.context.db.query(`VACUUM ANALYZE ${TABLES.join()}`, []);
  await warmUpConnections(db);
  await emitSome(BURST);
  const before = await rowsRead(environment);
  for (let run = 0; run < RUNS; run += 1) await work(db);
  const after = await rowsRead(environment);
  expect(after.inSequence).toBe(before.inSequence);
  expect(after.byIndex - before.byIndex).toBeLessThan(BURST);
});
