import { setTimeout as wait } from 'node:timers/promises';
import { type CheckResult, check } from './checker.ts';
import { FaultInjector } from './fault-injector.ts';
import type { FaultKind, PlannedFault } from './fault-plan.ts';
import { countQueued, type Harness } from './harness.ts';
import { waitUntil } from './wait-until.ts';

/** All processes start at once, on a machine that may be busy. */
const START_WITHIN_MS = 60_000;

export interface RunOptions {
  readonly faults: readonly PlannedFault[];
  /** How long deliveries go on undisturbed after everything settled: then none may come twice. */
  readonly calmMs: number;
  readonly settleWithinMs: number;
  /** No fault begins later. */
  readonly endWithinMs: number;
  readonly done?: (count: number, kind: FaultKind) => void;
}

export interface Result extends CheckResult {
  readonly tally: ReadonlyMap<string, number>;
}

/** Disturbs, lets settle, goes on in calm, settles again, stops everybody, and judges. */
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
    const unsettled = await settle(harness, settleWithinMs, 'after the disturbances');
    const restless =
      calmMs > 0 && unsettled.length === 0 ? await goOnInCalm(harness, calmMs, settleWithinMs) : [];
    const stopped = await Promise.all(roles(harness).map((role) => role.stop()));
    const verdict = await check(harness);
    return {
      figures: { faults: faults.length - left, ...verdict.figures },
      tally: faultInjector.tally,
      violations: [
        ...(left > 0 ? [`${left} faults were left when the time was over`] : []),
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

/** Answers how many faults were left. */
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

/** Until every write is answered and everything is delivered. Answers what was not in time. */
async function settle(harness: Harness, withinMs: number, when: string): Promise<string[]> {
  const giveUp = setTimeout(() => harness.giveUp.abort(new Error('no certain answer in time')), withinMs);
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
  return settle(harness, settleWithinMs, 'after the calm');
}
