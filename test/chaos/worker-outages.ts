import { setTimeout as wait } from 'node:timers/promises';
import { heldByAnother, holdsSomething } from './audit-triggers.ts';
import type { Stage } from './harness.ts';
import type { RoleProcess } from './role-process.ts';
import { HANG_MARGIN_MS } from './timing.ts';
import { until } from './wait-until.ts';

/** Who is to be missed should have something in its hands. It mostly has. */
const HOLDS_WITHIN_MS = 5_000;
/** A query on a silent connection times out after 10 s; then the worker takes a new one. */
const STRANDED_FOR_MS = 11_000;

/** The slowest start that was seen took some seconds; a database that is being started comes before it. */
const READY_WITHIN_MS = 60_000;

/**
 * A worker that is stopped, cut off or told to die, which takes a while, as other things go on: one at a time, so that the
 * other can take over.
 */
export class Absences {
  readonly #stage: Stage;
  #away: RoleProcess | undefined;
  #absence: Promise<void> = Promise.resolve();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** When whoever was away is back. */
  over(): Promise<void> {
    return this.#absence;
  }

  /** The one that was named, unless it is away. */
  present(index: number): RoleProcess {
    const { workers } = this.#stage;
    const named = workers[index]!;
    return named === this.#away ? workers[1 - index]! : named;
  }

  /** Begins when the absence before is over. */
  async begin(worker: RoleProcess, absence: (worker: RoleProcess) => Promise<void>): Promise<void> {
    await this.#absence;
    this.#away = worker;
    this.#absence = until(() => worker.ready, READY_WITHIN_MS)
      .then(() => absence(worker))
      .finally(() => {
        this.#away = undefined;
      });
  }

  /** SIGSTOP, and SIGCONT when another one holds what it held, or else well past its lease. */
  async freeze(worker: RoleProcess): Promise<void> {
    await this.#missed(`freeze ${worker.name}`, worker, async (isMissed) => {
      worker.freeze();
      await isMissed;
      worker.thaw();
    });
  }

  /** Its way to the database is silent for as long. Then all that was on the way arrives, late. */
  async hold(worker: RoleProcess): Promise<void> {
    await this.#missed(`hold ${worker.name}`, worker, async (isMissed) => {
      worker.gate.hold();
      await isMissed;
      worker.gate.letGo();
    });
  }

  /** What it has of connections is silent for ever. */
  async strand(worker: RoleProcess): Promise<void> {
    await this.#unable(`strand ${worker.name}`, worker, async () => {
      worker.gate.strand();
      await wait(STRANDED_FOR_MS);
    });
  }

  async #missed(
    what: string,
    worker: RoleProcess,
    work: (isMissed: Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    const { database, options } = this.#stage;
    const name = worker.connectionName;
    await until(() => holdsSomething(database.url, name), HOLDS_WITHIN_MS);
    await this.#unable(what, worker, () =>
      work(until(() => heldByAnother(database.url, name), options.timing.leaseMs + HANG_MARGIN_MS)),
    );
  }

  async #unable(what: string, worker: RoleProcess, work: () => Promise<void>): Promise<void> {
    const { timeline } = this.#stage;
    timeline.worker(worker.name, false);
    await timeline.during(what, work);
    timeline.worker(worker.name, worker.ready);
  }
}
