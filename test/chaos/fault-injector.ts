import { setTimeout as wait } from 'node:timers/promises';
import { KillableDatabase } from './database.ts';
import type { Moment } from './fault-plan.ts';
import type { Stage } from './harness.ts';
import type { RoleProcess } from './role-process.ts';
import type { Chance } from './seeded-random.ts';
import { until } from './wait-until.ts';
import { Absences } from './worker-outages.ts';

/** The slowest start that was seen took some seconds; a database that is being started comes before it. */
const READY_WITHIN_MS = 60_000;
/** With deliveries going on each step is reached within some seconds; then another moment is more useful. */
const STEP_WITHIN_MS = 15_000;
/** Everybody waits as long: less than the queries' time-outs. */
const ALL_HELD_FOR_MS = 3_000;

/** Does to the processes what the plan says, and counts it. */
export class Disturber {
  /** What was done, by its name. */
  readonly tally = new Map<string, number>();
  readonly faults: string[] = [];
  readonly #stage: Stage;
  readonly #absences: Absences;
  readonly #chance: Chance;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#absences = new Absences(stage);
    this.#chance = stage.options.chance.of('disturber');
  }

  async do(moment: Moment): Promise<void> {
    await this.#waitFor(moment);
    switch (moment.kind) {
      case 'kill worker':
        return this.#killWorker(this.#absences.present(moment.worker));
      case 'kill api':
        return this.#killApi();
      case 'kill at step':
        return this.#leave(moment.worker, (worker) => this.#killAtStep(worker, moment));
      case 'kill database':
        return this.#strikeDatabase('kill database', (database) => database.killServer());
      case 'kill backend':
        return this.#strikeDatabase('kill backend', (database) => database.killBackend(this.#chance));
      case 'freeze worker':
        return this.#leave(moment.worker, (worker) => this.#miss('freeze', worker));
      case 'hold worker':
        return this.#leave(moment.worker, (worker) => this.#miss('hold', worker));
      case 'strand worker':
        return this.#leave(moment.worker, (worker) => this.#miss('strand', worker));
      case 'hold all':
        return this.#holdAll();
    }
  }

  /** When whoever was away is back. */
  over(): Promise<void> {
    return this.#absences.over();
  }

  #count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  /** Whom it is about has been at work for the moment's gap. */
  async #waitFor({ kind, worker, gapMs }: Moment): Promise<void> {
    const role = kind === 'kill api' ? this.#stage.api : this.#absences.present(worker);
    if (!(await until(() => role.ready, READY_WITHIN_MS)))
      this.faults.push(`${role.name} was not ready within ${READY_WITHIN_MS / 1000} s`);
    await wait(gapMs);
  }

  async #killWorker(worker: RoleProcess): Promise<void> {
    const from = Date.now();
    await worker.kill();
    this.#stage.timeline.struck(`kill ${worker.name}`, from);
    this.#count('kill worker');
  }

  /** It has no part in a delivery: its end excuses none that comes twice. */
  async #killApi(): Promise<void> {
    await this.#stage.api.kill();
    this.#count('kill api');
  }

  async #killAtStep(
    worker: RoleProcess,
    { step, times }: Extract<Moment, { kind: 'kill at step' }>,
  ): Promise<void> {
    const died = await worker.diesWithin({ step, times }, STEP_WITHIN_MS);
    if (died) this.#stage.timeline.struck(`kill ${worker.name} at ${step}`);
    this.#count(died ? `kill at ${step}` : `not reached: ${step}`);
  }

  async #strikeDatabase(
    what: string,
    strike: (database: KillableDatabase) => Promise<unknown>,
  ): Promise<void> {
    const { database } = this.#stage;
    if (!(database instanceof KillableDatabase))
      throw new Error('This run has no database of its own to kill.');
    await this.#withoutDatabase(what, () => strike(database));
  }

  #leave(index: number, absence: (worker: RoleProcess) => Promise<void>): Promise<void> {
    return this.#absences.begin(this.#stage.workers[index]!, absence);
  }

  async #miss(how: 'freeze' | 'hold' | 'strand', worker: RoleProcess): Promise<void> {
    await this.#absences[how](worker);
    this.#count(`${how} worker`);
  }

  async #holdAll(): Promise<void> {
    await this.#absences.over();
    const gates = [this.#stage.api, ...this.#stage.workers].map(({ gate }) => gate);
    await this.#withoutDatabase('hold all', async () => {
      for (const gate of gates) gate.hold();
      await wait(ALL_HELD_FOR_MS);
      for (const gate of gates) gate.letGo();
    });
  }

  async #withoutDatabase(what: string, work: () => Promise<unknown>): Promise<void> {
    const { timeline } = this.#stage;
    timeline.database(false);
    const done = await timeline.during(what, work);
    timeline.database(true);
    this.#count(done === false ? `not done: ${what}` : what);
  }
}
