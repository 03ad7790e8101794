import type { Logger } from 'pino';
import type { Database } from '../../db/pool/database.ts';
import type { Querier } from '../../db/querier.ts';
import type { HealthChecks } from '../../http/health.ts';
import { oldestDueSeconds } from '../../webhooks/queue/queue-state.ts';

/** If due deliveries wait longer than this, the workers can't keep up. */
const MAX_LATE_SECONDS = 60;
/** The longest round of a worker: three statements, each with 5 s to connect and 10 s to answer, and a margin. */
export const MAX_ROUND_MS = 60_000;

const STOPPING = 'the process is stopping';

/** What a worker's loop did last. */
export interface WorkerRounds {
  /** When the loop last finished a round, in ms of the monotonic clock. */
  readonly roundEndedMs: number;
  readonly roundFailed: boolean;
}

export interface ProcessHealthDeps {
  readonly db: Pick<Database, 'query' | 'whyWritesFail' | 'renewConnections'>;
  readonly log: Logger;
  readonly monotonicMs: () => number;
  /** Whether the process serves the API or the panel. */
  readonly serves: boolean;
}

/**
 * The health of one process, whatever other processes do. A process that serves requests stays ready while deliveries are
 * late: a balancer that took it out would turn late webhooks into an outage of the API.
 */
export class ProcessHealth implements HealthChecks {
  readonly #deps: ProcessHealthDeps;
  readonly #stop = new AbortController();
  #worker: WorkerRounds | undefined;

  constructor(deps: ProcessHealthDeps) {
    this.#deps = deps;
  }

  watch(worker: WorkerRounds): void {
    this.#worker = worker;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** A database that is away doesn't count: a restart wouldn't bring it back. */
  stuck(): string | undefined {
    if (!this.#worker || this.#stop.signal.aborted) return undefined;
    const sinceMs = this.#deps.monotonicMs() - this.#worker.roundEndedMs;
    return sinceMs > MAX_ROUND_MS
      ? `the worker hasn't finished a round for ${Math.round(sinceMs / 1000)} s`
      : undefined;
  }

  /** A check that still waits for the database when the stop begins fails at once: for a balancer the next one may be too late. */
  async notReady(): Promise<string | undefined> {
    const { signal } = this.#stop;
    if (signal.aborted) return STOPPING;
    return new Promise((resolve) => {
      const onStop = (): void => resolve(STOPPING);
      signal.addEventListener('abort', onStop);
      // Listeners, since a race would leave something behind at the process's own promise with each check.
      void this.#checkDatabase()
        .then(resolve)
        .finally(() => signal.removeEventListener('abort', onStop));
    });
  }

  async #checkDatabase(): Promise<string | undefined> {
    try {
      if (await isReadOnly(this.#deps.db)) {
        // A connection keeps ALTER DATABASE … SET default_transaction_read_only, and these checks would keep the connection for good.
        this.#deps.db.renewConnections();
        return 'the database is read-only';
      }
      return this.#deps.db.whyWritesFail() ?? (await this.#workerNotReady());
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'not ready');
      return "the database isn't available";
    }
  }

  async #workerNotReady(): Promise<string | undefined> {
    if (this.#deps.serves) return undefined;
    if (!this.#worker) return 'the worker is starting';
    if (this.#worker.roundFailed) return "the worker can't claim deliveries";
    return this.stuck() ?? lateness(await oldestDueSeconds(this.#deps.db));
  }
}

const lateness = (seconds: number): string | undefined =>
  seconds > MAX_LATE_SECONDS ? `the oldest due delivery is ${Math.round(seconds)} s late` : undefined;

/** A standby, or a primary that has become one: reads work, and every write fails. */
async function isReadOnly(db: Querier): Promise<boolean> {
  const [row] = await db.query<{ transaction_read_only: string }>('SHOW transaction_read_only', []);
  return row?.transaction_read_only === 'on';
}
