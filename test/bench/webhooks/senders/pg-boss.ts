import pg from 'pg';
import PgBoss from 'pg-boss';
import { CONCURRENCY, inParallel, type Job, jobsOf, Poster } from '../job.ts';
import { requiredEnv, serveSender } from '../serve-sender.ts';

// Several workers, each with a batch of which it sends its share of the 256 at a time. A worker that got something asks
// again at once by notifyWorker(), in place of waiting for its polling interval of half a second, the least there is.
// By itself work() writes one result for all jobs of a batch, which deliveries could not live with: one that fails would
// send 499 again, and one that hangs would keep back what is known of 499. So each job is completed when it is sent.

const WORKERS = 4;
const BATCH = 500;
const QUEUE = 'deliver';
/** To show what that costs. */
const oneResultABatch = process.env.ONE_RESULT_A_BATCH !== undefined;

const connectionString = requiredEnv('DATABASE_URL');
const pool = new pg.Pool({ connectionString, max: 2 });
const boss = new PgBoss({
  connectionString,
  max: Number(requiredEnv('DATABASE_POOL_SIZE')),
  supervise: false,
  schedule: false,
});
boss.on('error', console.error);
await boss.start();
await boss.createQueue(QUEUE);

const poster = new Poster();

/** Its slot is free while the result is written. */
async function send(jobs: readonly PgBoss.Job<Job>[]): Promise<void> {
  const written: Promise<void>[] = [];
  await inParallel(jobs, CONCURRENCY / WORKERS, async ({ id, data }) => {
    await poster.post(data);
    if (!oneResultABatch) written.push(boss.complete(QUEUE, id));
  });
  await Promise.all(written);
}

async function work(): Promise<void> {
  let id = '';
  id = await boss.work<Job>(
    QUEUE,
    { batchSize: BATCH, pollingIntervalSeconds: 0.5, priority: false },
    async (jobs) => {
      await send(jobs);
      boss.notifyWorker(id);
    },
  );
}

serveSender({
  fill: async (load) => {
    await boss.clearStorage();
    const jobs = jobsOf(load).map((data) => ({ name: QUEUE, data }));
    for (let from = 0; from < jobs.length; from += 1000) await boss.insert(jobs.slice(from, from + 1000));
    await pool.query('VACUUM (ANALYZE) pgboss.job');
  },
  start: async () => {
    for (let count = 0; count < WORKERS; count += 1) await work();
  },
  left: async () => {
    const { rows } = await pool.query(
      "SELECT count(*)::integer AS left FROM pgboss.job WHERE name = $1 AND state < 'completed'",
      [QUEUE],
    );
    return rows[0].left;
  },
  stop: async () => {
    await boss.offWork(QUEUE);
    await poster.close();
  },
});
