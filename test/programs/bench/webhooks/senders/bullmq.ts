import { Queue, Worker } from 'bullmq';
import { CONCURRENCY, type Job, jobsOf, Poster } from '../job.ts';
import { requiredEnv, serveSender } from '../serve-sender.ts';

// One worker with `concurrency`. Completed jobs are kept, which is the default: a delivery needs a record. With
// KEEPS_NOTHING they are removed at once, to show the cost of keeping them.

const { hostname: host, port } = new URL(requiredEnv('REDIS_URL'));
const connection = { host, port: Number(port), maxRetriesPerRequest: null };
const queue = new Queue<Job>('deliver', { connection });
const keepsNothing = process.env.KEEPS_NOTHING !== undefined;
const poster = new Poster();
let worker: Worker<Job> | undefined;

serveSender({
  fill: async (load) => {
    await queue.obliterate({ force: true });
    const jobs = jobsOf(load).map((data) => ({ name: 'deliver', data }));
    for (let from = 0; from < jobs.length; from += 1000) await queue.addBulk(jobs.slice(from, from + 1000));
  },
  start: async () => {
    worker = new Worker<Job>('deliver', ({ data }) => poster.post(data), {
      connection,
      concurrency: CONCURRENCY,
      ...(keepsNothing && { removeOnComplete: { count: 0 } }),
    });
    worker.on('error', console.error);
  },
  left: async () => {
    const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized', 'failed');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  },
  stop: async () => {
    await worker?.close();
    await poster.close();
  },
});
