import { setTimeout as wait } from 'node:timers/promises';
import { judge, type Verdict } from './checker.ts';
import { Disturber } from './fault-injector.ts';
import type { Moment, MomentKind } from './fault-plan.ts';
import { queued, type Stage } from './harness.ts';
import { until } from './wait-until.ts';

/** All processes start at once, on a machine that may be busy. */
const START_WITHIN_MS = 60_000;

export interface RunOptions {
  readonly moments: readonly Moment[];
  /** How long deliveries go on undisturbed after everything settled: then none may come twice. */
  readonly calmMs: number;
  readonly settleWithinMs: number;
  /** No moment begins later. */
  readonly endWithinMs: number;
  readonly done?: (count: number, kind: MomentKind) => void;
}

export interface Result extends Verdict {
  readonly tally: ReadonlyMap<string, number>;
}

/** Disturbs, lets settle, goes on in calm, settles again, stops everybody, and judges. */
export async function run(stage: Stage, options: RunOptions): Promise<Result> {
  const { moments, calmMs, settleWithinMs } = options;
  const disturber = new Disturber(stage);
  if (!(await until(() => roles(stage).every(({ ready }) => ready), START_WITHIN_MS)))
    throw new Error(
      `Not all processes started: ${roles(stage)
        .flatMap(({ faults }) => faults)
        .join('\n')}`,
    );
  try {
    for (const writer of stage.writers) writer.start();
    const left = await disturb(disturber, options);
    const unsettled = await settle(stage, settleWithinMs, 'after the disturbances');
    const restless =
      calmMs > 0 && unsettled.length === 0 ? await goOnInCalm(stage, calmMs, settleWithinMs) : [];
    const stopped = await Promise.all(roles(stage).map((role) => role.stop()));
    const verdict = await judge(stage);
    return {
      figures: { moments: moments.length - left, ...verdict.figures },
      tally: disturber.tally,
      faults: [
        ...(left > 0 ? [`${left} moments were left when the time was over`] : []),
        ...[...unsettled, ...restless, ...disturber.faults],
        ...stopped.filter((fault) => fault !== undefined),
        ...roles(stage).flatMap(({ faults }) => faults),
        ...verdict.faults,
      ],
    };
  } finally {
    stage.giveUp.abort();
  }
}

const roles = ({ api, workers }: Stage) => [api, ...workers];

/** Answers how many moments were left. */
async function disturb(
  disturber: Disturber,
  { moments, endWithinMs, done: tell }: RunOptions,
): Promise<number> {
  const endAt = Date.now() + endWithinMs;
  let done = 0;
  for (const moment of moments) {
    if (Date.now() > endAt) break;
    await disturber.do(moment);
    done += 1;
    tell?.(done, moment.kind);
  }
  await disturber.over();
  return moments.length - done;
}

/** Until every write is answered and everything is delivered. Answers what was not in time. */
async function settle(stage: Stage, withinMs: number, when: string): Promise<string[]> {
  const giveUp = setTimeout(() => stage.giveUp.abort(new Error('no certain answer in time')), withinMs);
  await Promise.all(stage.writers.map((writer) => writer.stop()));
  clearTimeout(giveUp);
  stage.consumer.kind = true;
  const settled = await until(async () => (await queued(stage)) === 0, withinMs);
  stage.consumer.kind = false;
  return settled ? [] : [`${await queued(stage)} deliveries were still queued ${when}`];
}

async function goOnInCalm(stage: Stage, calmMs: number, settleWithinMs: number): Promise<string[]> {
  for (const writer of stage.writers) writer.start();
  await wait(calmMs);
  return settle(stage, settleWithinMs, 'after the calm');
}
