import { setTimeout as wait } from 'node:timers/promises';
import { KillableDatabase } from './database.ts';
import type { PlannedFault } from './fault-plan.ts';
import type { Harness } from './harness.ts';
import type { RoleProcess } from './role-process.ts';
import type { SeededRandom } from './seeded-random.ts';
import { waitUntil } from './wait-until.ts';
import { WorkerOutages } from './worker-outages.ts';

/** The slowest start that was seen took some seconds; a database that is being started comes before it. */
const READY_WITHIN_MS = 60_000;
/** With deliveries going on each step is reached within some seconds; then another fault is more useful. */
const STEP_WITHIN_MS = 15_000;
/** Everybody waits as long: less than the queries' time-outs. */
const ALL_STALLED_FOR_MS = 3_000;

/** Does to the processes what the plan says, and counts it. */
export class FaultInjector {
  /** What was done, by its name. */
  readonly tally = new Map<string, number>();
  readonly violations: string[] = [];
  readonly #harness: Harness;
  readonly #outages: WorkerOutages;
  readonly #random: SeededRandom;

  constructor(harness: Harness) {
    this.#harness = harness;
    this.#outages = new WorkerOutages(harness);
    this.#random = harness.options.random.fork('faultInjector');
  }

  async inject(fault: PlannedFault): Promise<void> {
    await this.#waitFor(fault);
    switch (fault.kind) {
      case 'kill worker':
        return this.#killWorker(this.#outages.available(fault.worker));
      case 'kill api':
        return this.#killApi();
      case 'kill at step':
        return this.#startOutage(fault.worker, (worker) => this.#killAtStep(worker, fault));
      case 'kill database':
        return this.#hitDatabase('kill database', (database) => database.killServer());
      case 'kill backend':
        return this.#hitDatabase('kill backend', (database) => database.killBackend(this.#random));
      case 'freeze worker':
        return this.#startOutage(fault.worker, (worker) => this.#runOutage('freeze', worker));
      case 'stall worker':
        return this.#startOutage(fault.worker, (worker) => this.#runOutage('stall', worker));
      case 'blackhole worker':
        return this.#startOutage(fault.worker, (worker) => this.#runOutage('blackhole', worker));
      case 'stall all':
        return this.#stallAll();
    }
  }

  /** When whoever was away is back. */
  finished(): Promise<void> {
    return this.#outages.finished();
  }

  #count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  /** Whom it is about has been at work for the fault's gap. */
  async #waitFor({ kind, worker, gapMs }: PlannedFault): Promise<void> {
    const role = kind === 'kill api' ? this.#harness.api : this.#outages.available(worker);
    if (!(await waitUntil(() => role.ready, READY_WITHIN_MS)))
      this.violations.push(`${role.name} was not ready within ${READY_WITHIN_MS / 1000} s`);
    await wait(gapMs);
  }

  async #killWorker(worker: RoleProcess): Promise<void> {
    const from = Date.now();
    await worker.kill();
    this.#harness.timeline.addInstant(`kill ${worker.name}`, from);
    this.#count('kill worker');
  }

  /** It has no part in a delivery: its end excuses none that comes twice. */
  async #killApi(): Promise<void> {
    await this.#harness.api.kill();
    this.#count('kill api');
  }

  async #killAtStep(
    worker: RoleProcess,
    { step, times }: Extract<PlannedFault, { kind: 'kill at step' }>,
  ): Promise<void> {
    const died = await worker.crashAtStep({ step, times }, STEP_WITHIN_MS);
    if (died) this.#harness.timeline.addInstant(`kill ${worker.name} at ${step}`);
    this.#count(died ? `kill at ${step}` : `not reached: ${step}`);
  }

  async #hitDatabase(what: string, strike: (database: KillableDatabase) => Promise<unknown>): Promise<void> {
    const { database } = this.#harness;
    if (!(database instanceof KillableDatabase))
      throw new Error('This run has no database of its own to kill.');
    await this.#withoutDatabase(what, () => strike(database));
  }

  #startOutage(index: number, outage: (worker: RoleProcess) => Promise<void>): Promise<void> {
    return this.#outages.begin(this.#harness.workers[index]!, outage);
  }

  async #runOutage(how: 'freeze' | 'stall' | 'blackhole', worker: RoleProcess): Promise<void> {
    await this.#outages[how](worker);
    this.#count(`${how} worker`);
  }

  async #stallAll(): Promise<void> {
    await this.#outages.finished();
    const proxies = [this.#harness.api, ...this.#harness.workers].map(({ proxy }) => proxy);
    await this.#withoutDatabase('stall all', async () => {
      for (const proxy of proxies) proxy.pause();
      await wait(ALL_STALLED_FOR_MS);
      for (const proxy of proxies) proxy.resume();
    });
  }

  async #withoutDatabase(what: string, work: () => Promise<unknown>): Promise<void> {
    const { timeline } = this.#harness;
    timeline.setDatabaseUp(false);
    const done = await timeline.record(what, work);
    timeline.setDatabaseUp(true);
    this.#count(done === false ? `not done: ${what}` : what);
  }
}
