import { setTimeout as wait } from 'node:timers/promises';
import { type CheckResult, check } from './checker.ts';
import { FaultInjector } from './fault-injector.ts';
import type { FaultKind, PlannedFault } from './fault-plan.ts';
import { countQueued, type Harness } from './harness.ts';
import { waitUntil } from './wait-until.ts';

/** All processes start at once, on a machine that may be busy. */
export const START_WITHIN_MS = 60_000;

export interface RunOptions {
  readonly faults: readonly PlannedFault[];
  /** How long deliveries go on without faults after everything settled: no duplicates are allowed in this time. */
  readonly calmMs: number;
  readonly settleWithinMs: number;
  /** No fault is injected later. */
  readonly endWithinMs: number;
  /** The time ends the run, however many faults are left. */
  readonly endless?: boolean;
  /** Called once the last fault is over, before deliveries settle. */
  readonly settling?: () => Promise<void>;
  readonly done?: (count: number, kind: FaultKind) => void;
}

export interface Result extends CheckResult {
  readonly tally: ReadonlyMap<string, number>;
}

/** Injects the faults, lets deliveries settle, runs without faults, settles again, stops all processes, and checks. */
export async function run(harness: Harness, options: RunOptions): Promise<Result> {
  const { faults, calmMs, settleWithinMs } = options;
  const faultInjector = new FaultInjector(harness);
  if (!(await waitUntil(() => roles(harness).every(({ ready }) => ready), START_WITHIN_MS)))
    throw new Error(
      `Not all processes started: ${roles(harness)
        .flatMap(({ violations }) => violations)
        .join('\n')}`,
    );
  try {
    for (const writer of harness.writers) writer.start();
    const left = await injectFaults(faultInjector, options);
    await options.settling?.();
    const unsettled = await settle(harness, settleWithinMs, 'after the faults');
    const restless =
      calmMs > 0 && unsettled.length === 0 ? await goOnInCalm(harness, calmMs, settleWithinMs) : [];
    const stopped = await Promise.all(roles(harness).map((role) => role.stop()));
    const verdict = await check(harness);
    return {
      figures: { faults: faults.length - left, ...verdict.figures },
      tally: faultInjector.tally,
      violations: [
        ...(left > 0 && !options.endless ? [`the time ended with ${left} faults not injected`] : []),
        ...[...unsettled, ...restless, ...faultInjector.violations],
        ...stopped.filter((fault) => fault !== undefined),
        ...roles(harness).flatMap(({ violations }) => violations),
        ...verdict.violations,
      ],
    };
  } finally {
    harness.giveUp.abort();
  }
}

const roles = ({ api, workers }: Harness) => [api, ...workers];

/** Returns how many faults there was no time for. */
async function injectFaults(
  faultInjector: FaultInjector,
  { faults, endWithinMs, done: tell }: RunOptions,
): Promise<number> {
  const endAt = Date.now() + endWithinMs;
  let done = 0;
  for (const fault of faults) {
    if (Date.now() > endAt) break;
    await faultInjector.inject(fault);
    done += 1;
    tell?.(done, fault.kind);
  }
  await faultInjector.finished();
  return faults.length - done;
}

/** Waits until every write has its response and everything is delivered. Returns what wasn't in time. */
async function settle(harness: Harness, withinMs: number, when: string): Promise<string[]> {
  const giveUp = setTimeout(() => harness.giveUp.abort(new Error('no definite response in time')), withinMs);
  await Promise.all(harness.writers.map((writer) => writer.stop()));
  clearTimeout(giveUp);
  harness.endpointServer.acceptAll = true;
  const settled = await waitUntil(async () => (await countQueued(harness)) === 0, withinMs);
  harness.endpointServer.acceptAll = false;
  return settled ? [] : [`${await countQueued(harness)} deliveries were still queued ${when}`];
}

async function goOnInCalm(harness: Harness, calmMs: number, settleWithinMs: number): Promise<string[]> {
  for (const writer of harness.writers) writer.start();
  await wait(calmMs);
  return settle(harness, settleWithinMs, 'after the calm phase');
}
