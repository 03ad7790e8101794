import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import { CONCURRENCY, type Job, jobsOf, Poster } from '../job.ts';
import { requiredEnv, serveSender } from '../serve-sender.ts';

// Configured for throughput as its performance documentation says: fetches 500 jobs at a time, completes in batches.

const pool = new pg.Pool({
  connectionString: requiredEnv('DATABASE_URL'),
  max: Number(requiredEnv('DATABASE_POOL_SIZE')),
});
pool.on('error', console.error);
const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(`graphile-worker: ${message}`);
});
const utils = await makeWorkerUtils({ pgPool: pool, logger });
await utils.migrate();

const poster = new Poster();
/** ONE_BY_ONE is its default, and is used to measure latency: batches delay jobs. */
const batches =
  process.env.ONE_BY_ONE === undefined
    ? { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
    : {};
const preset = { worker: { concurrentJobs: CONCURRENCY, ...batches } };
let runner: Runner | undefined;

serveSender({
  fill: async (load) => {
    await pool.query('TRUNCATE graphile_worker._private_jobs');
    const jobs = jobsOf(load).map((payload) => ({ identifier: 'deliver', payload }));
    for (let from = 0; from < jobs.length; from += 1000) await utils.addJobs(jobs.slice(from, from + 1000));
    await pool.query('VACUUM (ANALYZE) graphile_worker._private_jobs');
  },
  start: async () => {
    const deliver = (payload: unknown): Promise<void> => poster.post(payload as Job);
    runner = await run({ pgPool: pool, logger, preset, noHandleSignals: true, taskList: { deliver } });
  },
  left: async () => {
    const { rows } = await pool.query('SELECT count(*)::integer AS left FROM graphile_worker._private_jobs');
    return rows[0].left;
  },
  stop: async () => {
    await runner?.stop();
    await poster.close();
  },
});
