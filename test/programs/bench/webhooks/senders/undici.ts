import { CONCURRENCY, inParallel, type Job, jobsOf, Poster } from '../job.ts';
import { serveSender } from '../serve-sender.ts';

// The upper limit: signs and sends from memory, without a queue or records.

const poster = new Poster();
let jobs: Job[] = [];
let left = 0;
let work = Promise.resolve();

serveSender({
  fill: async (load) => {
    jobs = jobsOf(load);
    left = jobs.length;
  },
  start: async () => {
    work = inParallel(jobs, CONCURRENCY, async (job) => {
      await poster.post(job);
      left -= 1;
    });
  },
  left: async () => left,
  stop: async () => {
    await work;
    await poster.close();
  },
});
