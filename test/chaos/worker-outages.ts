import { setTimeout as wait } from 'node:timers/promises';
import { holdsLease, isTakenOver } from './audit-triggers.ts';
import type { Harness } from './harness.ts';
import type { RoleProcess } from './role-process.ts';
import { HANG_MARGIN_MS } from './timing.ts';
import { waitUntil } from './wait-until.ts';

/** Who is to be missed should have something in its hands. It mostly has. */
const HOLDS_WITHIN_MS = 5_000;
/** A query on a silent connection times out after 10 s; then the worker takes a new one. */
const BLACKHOLED_FOR_MS = 11_000;

/** The slowest start that was seen took some seconds; a database that is being started comes before it. */
const READY_WITHIN_MS = 60_000;

/**
 * A worker that is stopped, cut off or told to die, which takes a while, as other things go on: one at a time, so that the
 * other can take over.
 */
export class WorkerOutages {
  readonly #harness: Harness;
  #away: RoleProcess | undefined;
  #outage: Promise<void> = Promise.resolve();

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** When whoever was away is back. */
  finished(): Promise<void> {
    return this.#outage;
  }

  /** The one that was named, unless it is away. */
  available(index: number): RoleProcess {
    const { workers } = this.#harness;
    const named = workers[index]!;
    return named === this.#away ? workers[1 - index]! : named;
  }

  /** Begins when the outage before is over. */
  async begin(worker: RoleProcess, outage: (worker: RoleProcess) => Promise<void>): Promise<void> {
    await this.#outage;
    this.#away = worker;
    this.#outage = waitUntil(() => worker.ready, READY_WITHIN_MS)
      .then(() => outage(worker))
      .finally(() => {
        this.#away = undefined;
      });
  }

  /** SIGSTOP, and SIGCONT when another one holds what it held, or else well past its lease. */
  async freeze(worker: RoleProcess): Promise<void> {
    await this.#untilTakenOver(`freeze ${worker.name}`, worker, async (isMissed) => {
      worker.freeze();
      await isMissed;
      worker.thaw();
    });
  }

  /** Its way to the database is silent for as long. Then all that was on the way arrives, late. */
  async stall(worker: RoleProcess): Promise<void> {
    await this.#untilTakenOver(`stall ${worker.name}`, worker, async (isMissed) => {
      worker.proxy.pause();
      await isMissed;
      worker.proxy.resume();
    });
  }

  /** What it has of connections is silent for ever. */
  async blackhole(worker: RoleProcess): Promise<void> {
    await this.#whileUnavailable(`blackhole ${worker.name}`, worker, async () => {
      worker.proxy.blackhole();
      await wait(BLACKHOLED_FOR_MS);
    });
  }

  async #untilTakenOver(
    what: string,
    worker: RoleProcess,
    work: (isMissed: Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    const { database, options } = this.#harness;
    const name = worker.connectionName;
    await waitUntil(() => holdsLease(database.url, name), HOLDS_WITHIN_MS);
    await this.#whileUnavailable(what, worker, () =>
      work(waitUntil(() => isTakenOver(database.url, name), options.timing.leaseMs + HANG_MARGIN_MS)),
    );
  }

  async #whileUnavailable(what: string, worker: RoleProcess, work: () => Promise<void>): Promise<void> {
    const { timeline } = this.#harness;
    timeline.setWorkerAvailable(worker.name, false);
    await timeline.record(what, work);
    timeline.setWorkerAvailable(worker.name, worker.ready);
  }
}
