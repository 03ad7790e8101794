import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { startPeriodicTask } from './periodic-task.ts';

interface JobRecord {
  succeeded: number;
  failed: number;
  /** In a row, up to now. Undefined until the first run has ended. */
  failuresInARow: number | undefined;
  ranMs: number;
  lastSuccessMs: number | undefined;
}

export interface BackgroundJobsDeps {
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

/** The periodic jobs of this process: runs them, logs what fails, and remembers how they went. */
export class BackgroundJobs {
  readonly #deps: BackgroundJobsDeps;
  readonly #records = new Map<string, JobRecord>();

  constructor(deps: BackgroundJobsDeps) {
    this.#deps = deps;
  }

  /**
   * `name` is the label `task` on /metrics, a few words with underscores: Prometheus keeps the label `job` for itself. Returns the
   * function that stops it.
   */
  start(name: string, task: () => Promise<unknown>, intervalMs: number): () => Promise<void> {
    const record = this.#recordOf(name);
    const onError = (err: unknown): void => {
      record.failed += 1;
      record.failuresInARow = (record.failuresInARow ?? 0) + 1;
      this.#deps.log.warn({ err, job: name }, 'a background job failed and will run again');
    };
    return startPeriodicTask(() => this.#run(record, task), intervalMs, onError).stop;
  }

  /** Returns the function that stops all of them. */
  startAll(jobs: readonly Readonly<Parameters<BackgroundJobs['start']>>[]): () => Promise<void> {
    const stops = jobs.map((job) => this.start(...job));
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  }

  get records(): ReadonlyMap<string, Readonly<JobRecord>> {
    return this.#records;
  }

  /** Two roles of one process may have the same job. */
  #recordOf(name: string): JobRecord {
    const record = this.#records.get(name) ?? {
      ...{ succeeded: 0, failed: 0, ranMs: 0 },
      ...{ failuresInARow: undefined, lastSuccessMs: undefined },
    };
    this.#records.set(name, record);
    return record;
  }

  async #run(record: JobRecord, task: () => Promise<unknown>): Promise<void> {
    const startedAt = this.#deps.monotonicMs();
    try {
      await task();
      record.succeeded += 1;
      record.failuresInARow = 0;
      record.lastSuccessMs = this.#deps.nowMs();
    } finally {
      record.ranMs += this.#deps.monotonicMs() - startedAt;
    }
  }
}

export function observeJobs(registry: Registry, { records }: Pick<BackgroundJobs, 'records'>): void {
  const registers = [registry];
  new Counter({
    name: 'tradepost_job_runs_total',
    help: 'Runs of background jobs in this process, by result: succeeded, failed.',
    labelNames: ['task', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [task, { succeeded, failed }] of records) {
        this.inc({ task, result: 'succeeded' }, succeeded);
        this.inc({ task, result: 'failed' }, failed);
      }
    },
  });
  new Counter({
    name: 'tradepost_job_run_seconds_total',
    help: 'Time that background jobs took.',
    labelNames: ['task'],
    registers,
    collect() {
      this.reset();
      for (const [task, { ranMs }] of records) this.inc({ task }, ranMs / 1000);
    },
  });
  new Gauge({
    name: 'tradepost_job_failures_in_a_row',
    help: 'Runs of a background job in this process that failed since its last success; missing until its first run.',
    labelNames: ['task'],
    registers,
    // Of several processes that have a job, one that succeeds is enough.
    aggregator: 'min',
    collect() {
      for (const [task, { failuresInARow }] of records)
        if (failuresInARow !== undefined) this.set({ task }, failuresInARow);
    },
  });
  new Gauge({
    name: 'tradepost_job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded in this process; missing until it has.',
    labelNames: ['task'],
    registers,
    aggregator: 'max',
    collect() {
      for (const [task, { lastSuccessMs }] of records)
        if (lastSuccessMs !== undefined) this.set({ task }, lastSuccessMs / 1000);
    },
  });
}
