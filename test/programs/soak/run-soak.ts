import type { CleanupStack } from '../../support/cleanup-stack.ts';
import type { PlannedFault } from '../chaos/fault-plan.ts';
import { type Result, run } from '../chaos/run.ts';
import type { Fault } from '../chaos/timeline.ts';
import { waitUntil } from '../chaos/wait-until.ts';
import { detectGrowth, type GrowthReport, type SoakRules, unseenKinds } from './detect-growth.ts';
import { KINDS, type Load, type LoadOptions, openLoad } from './load.ts';
import type { SoakRecord } from './record.ts';
import { redisViolations } from './redis-checks.ts';
import { Watch } from './watch.ts';

export interface SoakOptions extends LoadOptions {
  readonly faults: readonly PlannedFault[];
  /** No fault is injected later. */
  readonly endWithinMs: number;
  /** There are more faults than there is time for. */
  readonly endless?: boolean;
  readonly rules: Omit<SoakRules, 'kinds'>;
  readonly print: (line: string) => void;
}

export interface SoakResult extends GrowthReport {
  readonly record: SoakRecord;
  readonly rules: SoakRules;
  /** Also those that excuse nothing. */
  readonly faults: readonly Fault[];
  readonly counts: Result['figures'];
  readonly tally: Result['tally'];
}

/** Each kind takes some seconds, on a machine that does other things many times that. */
const SEEN_WITHIN_MS = 60_000;
const SETTLE_WITHIN_MS = 120_000;

/** Reads and writes with faults that every process survives. It goes on until everything was seen to work after the last one. */
export async function soak(options: SoakOptions, cleanup: CleanupStack): Promise<SoakResult> {
  const rules = { ...options.rules, kinds: KINDS };
  const load = await openLoad(options, cleanup);
  const { harness, readers } = load;
  const from = Date.now();
  const watch = new Watch(load, options.print, cleanup);
  for (const reader of readers) reader.start();
  const atEnd = { until: from, violations: [] as readonly string[] };
  const chaos = await run(harness, {
    faults: options.faults,
    endWithinMs: options.endWithinMs,
    endless: options.endless ?? false,
    calmMs: 0,
    settleWithinMs: SETTLE_WITHIN_MS,
    settling: async () => {
      await untilSeen(load, from, rules);
      watch.stop();
      await Promise.all(readers.map((reader) => reader.stop()));
      atEnd.violations = await redisViolations(load);
      atEnd.until = Date.now();
    },
  });
  const span = { from, until: atEnd.until };
  const record: SoakRecord = {
    span,
    faults: harness.timeline.faults,
    injected: harness.timeline.injected,
    responses: load.timed(span),
    memory: watch.memory,
  };
  const growth = detectGrowth(record, rules);
  return {
    record,
    rules,
    faults: load.faults(),
    counts: chaos.figures,
    tally: chaos.tally,
    figures: growth.figures,
    violations: [...atEnd.violations, ...growth.violations, ...chaos.violations],
  };
}

function untilSeen(load: Load, from: number, rules: SoakRules): Promise<boolean> {
  const { injected } = load.harness.timeline;
  return waitUntil(() => {
    const responses = load.timed({ from, until: Date.now() });
    return unseenKinds({ injected, responses }, rules).length === 0;
  }, SEEN_WITHIN_MS);
}
