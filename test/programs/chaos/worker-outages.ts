import { setTimeout as wait } from 'node:timers/promises';
import { holdsLease, isTakenOver } from './audit-triggers.ts';
import type { Harness } from './harness.ts';
import type { RoleProcess } from './role-process.ts';
import { HANG_MARGIN_MS } from './timing.ts';
import { waitUntil } from './wait-until.ts';

/** The worker should hold a lease when its outage begins, and usually does. */
const HOLDS_WITHIN_MS = 5_000;
/** A query on a blackholed connection times out after 10 s; then the worker opens a new one. */
const BLACKHOLED_FOR_MS = 11_000;

/** The slowest start observed took some seconds, and it may have to wait for a database that is starting too. */
const READY_WITHIN_MS = 60_000;

/**
 * Freezes, stalls, blackholes or crashes workers while the run goes on. Such an outage takes a while, and there is one
 * at a time, so that the other worker can take over.
 */
export class WorkerOutages {
  readonly #harness: Harness;
  #away: RoleProcess | undefined;
  #outage: Promise<void> = Promise.resolve();

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** Resolves when the current outage is over. */
  finished(): Promise<void> {
    return this.#outage;
  }

  /** The worker at the index, or the other one during its outage. */
  available(index: number): RoleProcess {
    const { workers } = this.#harness;
    const named = workers[index]!;
    return named === this.#away ? workers[1 - index]! : named;
  }

  /** Begins an outage when the previous one is over. */
  async begin(worker: RoleProcess, outage: (worker: RoleProcess) => Promise<void>): Promise<void> {
    await this.#outage;
    this.#away = worker;
    this.#outage = waitUntil(() => worker.ready, READY_WITHIN_MS)
      .then(() => outage(worker))
      .finally(() => {
        this.#away = undefined;
      });
  }

  /** SIGSTOP, then SIGCONT once another worker holds one of its deliveries, or well after its leases expired. */
  async freeze(worker: RoleProcess): Promise<void> {
    await this.#untilTakenOver(`freeze ${worker.name}`, worker, async (isMissed) => {
      worker.freeze();
      await isMissed;
      worker.thaw();
    });
  }

  /** Holds back its database traffic for as long as freeze() would; then everything arrives late. */
  async stall(worker: RoleProcess): Promise<void> {
    await this.#untilTakenOver(`stall ${worker.name}`, worker, async (isMissed) => {
      worker.proxy.pause();
      await isMissed;
      worker.proxy.resume();
    });
  }

  /** Its existing database connections never respond again. */
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
