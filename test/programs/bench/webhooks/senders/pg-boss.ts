import pg from 'pg';
import PgBoss from 'pg-boss';
import { CONCURRENCY, inParallel, type Job, jobsOf, Poster } from '../job.ts';
import { requiredEnv, serveSender } from '../serve-sender.ts';

// Several workers, each with a batch and its share of the 256 concurrent requests. After a batch, notifyWorker() makes
// a worker fetch again at once instead of waiting for its polling interval (half a second, the shortest possible).
// By default, work() writes one result for all jobs of a batch. Deliveries can't use that: one failure would resend the
// other 499, and one hanging request would delay their results. So each job is completed when it's sent.

const WORKERS = 4;
const BATCH = 500;
const QUEUE = 'deliver';
/** Uses the default, to show the cost of completing each job. */
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

/** A job's slot is free while its result is written. */
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
