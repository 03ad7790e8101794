import { expect, it, onTestFinished } from 'vitest';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { hasRedis } from '../../support/redis-server.ts';
import { WITHOUT_WARM_UP } from '../../support/server-build.ts';
import type { PlannedFault } from '../chaos/fault-plan.ts';
import { SeededRandom } from '../chaos/seeded-random.ts';
import { SHIPPED } from '../chaos/timing.ts';
import { reportOf } from './report.ts';
import { soak } from './run-soak.ts';

/** Half a minute on an idle machine, some minutes on a busy one. `npm run program soak` is the long form. */
const MOST_MS = 900_000;
const at = { gapMs: 1_500, worker: 0 };
const FAULTS: readonly PlannedFault[] = [
  ...(hasRedis() ? [{ ...at, kind: 'stop redis' } as const] : []),
  { ...at, kind: 'kill backend' },
  { ...at, kind: 'stall all' },
];

it('loses nothing and fails no request without a fault, and everything works again after the faults', {
  timeout: MOST_MS,
}, async () => {
  const cleanup = new CleanupStack();
  onTestFinished(() => cleanup.runAll());
  const result = await soak(
    {
      random: new SeededRandom('tradepost'),
      // With the short deadlines of the chaos test, a busy machine itself makes deliveries time out and come twice.
      timing: { ...SHIPPED, edits: [WITHOUT_WARM_UP] },
      faults: FAULTS,
      endWithinMs: 450_000,
      pauseMs: [100, 300],
      readEveryMs: 40,
      rules: { afterFaultMs: 10_000, flat: false },
      print: () => {},
    },
    cleanup,
  );
  expect(result.violations, reportOf(result).join('\n')).toEqual([]);
  expect([...result.tally]).toEqual(FAULTS.map(({ kind }) => [kind, 1]));
  expect(result.counts['deliveries expected']).toBeGreaterThan(100);
});
