import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Querier } from '../db/querier.ts';
import type { HealthChecks } from '../http/health.ts';
import { oldestDueSeconds } from '../webhooks/queue/queue-state.ts';

/** If due deliveries wait longer than this, the workers can't keep up. */
const MAX_LATE_SECONDS = 60;
/** The longest round of a worker: three statements, each with 5 s to connect and 10 s to answer, and a margin. */
export const MAX_ROUND_MS = 60_000;

/** What a worker's loop did last. */
export interface WorkerRounds {
  /** When the loop last finished a round, in ms of the monotonic clock. */
  readonly roundEndedMs: number;
  readonly roundFailed: boolean;
}

export interface ProcessHealthDeps {
  readonly db: Pick<Database, 'query' | 'whyWritesFail'>;
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
  readonly #stopped: Promise<string>;
  #sayStopped!: (reason: string) => void;
  #worker: WorkerRounds | undefined;
  #stopping = false;

  constructor(deps: ProcessHealthDeps) {
    this.#deps = deps;
    this.#stopped = new Promise((resolve) => {
      this.#sayStopped = resolve;
    });
  }

  watch(worker: WorkerRounds): void {
    this.#worker = worker;
  }

  stop(): void {
    this.#stopping = true;
    this.#sayStopped('the process is stopping');
  }

  /** A database that is away doesn't count: a restart wouldn't bring it back. */
  stuck(): string | undefined {
    if (!this.#worker || this.#stopping) return undefined;
    const sinceMs = this.#deps.monotonicMs() - this.#worker.roundEndedMs;
    return sinceMs > MAX_ROUND_MS
      ? `the worker hasn't finished a round for ${Math.round(sinceMs / 1000)} s`
      : undefined;
  }

  /** A check that still waits for the database when the stop begins fails at once: for a balancer the next one may be too late. */
  notReady(): Promise<string | undefined> {
    return Promise.race([this.#stopped, this.#checkDatabase()]);
  }

  async #checkDatabase(): Promise<string | undefined> {
    try {
      if (await isReadOnly(this.#deps.db)) return 'the database is read-only';
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
