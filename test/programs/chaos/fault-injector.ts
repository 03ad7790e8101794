import { setTimeout as wait } from 'node:timers/promises';
import type { Killable } from './database.ts';
import type { PlannedFault } from './fault-plan.ts';
import type { Harness } from './harness.ts';
import type { RoleProcess } from './role-process.ts';
import type { SeededRandom } from './seeded-random.ts';
import { waitUntil } from './wait-until.ts';
import { WorkerOutages } from './worker-outages.ts';

/** The slowest start observed took some seconds, and it may have to wait for a database that is starting too. */
const READY_WITHIN_MS = 60_000;
/** While deliveries are sent, each step is reached within seconds; not on a busy machine that starts an api. After this long, go on. */
const STEP_WITHIN_MS = 60_000;
/** Shorter than the query time-outs, so everybody waits it out. */
const ALL_STALLED_FOR_MS = 3_000;

/** Several times as long as a connection takes to notice, and some dozens of requests. */
const REDIS_AWAY_MS = 3_000;

/** Injects the planned faults and counts them. */
export class FaultInjector {
  /** Injected faults by name. */
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
        return this.#hitDatabase('kill database', (database) => database.killServer(this.#random));
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
      case 'stop redis':
        return this.#stopRedis();
    }
  }

  /** Resolves when the last outage is over. */
  finished(): Promise<void> {
    return this.#outages.finished();
  }

  #count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  /** Waits until the target has been ready for the fault's gap. */
  async #waitFor({ kind, worker, gapMs }: PlannedFault): Promise<void> {
    const role = kind === 'kill api' ? this.#harness.api : this.#outages.available(worker);
    if (!(await waitUntil(() => role.ready, READY_WITHIN_MS)))
      this.violations.push(`${role.name} was not ready within ${READY_WITHIN_MS / 1000} s`);
    const { history } = this.#harness;
    const known = history.entries.length;
    await wait(gapMs);
    // On a busy machine the first write may take longer than the gap, and killing an api without writes proves nothing.
    if (kind === 'kill api') await waitUntil(() => history.entries.length > known, STEP_WITHIN_MS);
  }

  async #killWorker(worker: RoleProcess): Promise<void> {
    const from = Date.now();
    await worker.kill();
    this.#harness.timeline.addInstant(`kill ${worker.name}`, from);
    this.#count('kill worker');
  }

  /** Not on the timeline: the api sends no deliveries, so killing it excuses no duplicate. */
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

  async #hitDatabase(what: string, strike: (database: Killable) => Promise<unknown>): Promise<void> {
    const { database } = this.#harness;
    if (!('killServer' in database)) throw new Error('This run shares its database, so it cannot be killed.');
    await this.#withoutDatabase(what, () => strike(database as Killable));
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

  /** Not on the timeline: without Redis nothing may fail, and no delivery may come twice. */
  async #stopRedis(): Promise<void> {
    const { redis } = this.#harness.options;
    if (redis === undefined) throw new Error('This run has no Redis.');
    await redis.stopFor(REDIS_AWAY_MS);
    this.#count('stop redis');
  }

  async #withoutDatabase(what: string, work: () => Promise<unknown>): Promise<void> {
    const { timeline } = this.#harness;
    timeline.setDatabaseUp(false);
    const done = await timeline.record(what, work);
    timeline.setDatabaseUp(true);
    this.#count(done === false ? `not done: ${what}` : what);
  }
}
