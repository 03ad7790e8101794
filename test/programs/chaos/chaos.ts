// `npm run program chaos`: injects 500 seeded faults (kills, freezes, network outages) and checks all guarantees.
import { randomBytes } from 'node:crypto';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { KillableCluster } from './cluster.ts';
import { planFaults } from './fault-plan.ts';
import { openHarness } from './harness.ts';
import { cleanUpAtExit, LONG_RUN } from './long-run.ts';
import { type Result, run } from './run.ts';
import { SeededRandom } from './seeded-random.ts';

const KILLS = 500;
/** Between two faults, in addition to the time that a fault takes. */
const GAP_MS = [0, 500] as const;
const CALM_MS = 15_000;
/** Two leases of 15 s, one after the other, and the backlog behind them. */
const SETTLE_WITHIN_MS = 120_000;
/** With settling and the calm phase, a run takes at most 25 minutes. */
const END_WITHIN_MS = 22 * 60_000;
const VIOLATIONS_SHOWN = 40;
const SHOWN_EVERY = 25;

const seed = process.env.TRADEPOST_CHAOS_SEED || randomBytes(4).toString('hex');
const kills = Number(process.env.TRADEPOST_CHAOS_KILLS || KILLS);
if (!(Number.isInteger(kills) && kills > 0))
  throw new Error('TRADEPOST_CHAOS_KILLS must be a whole number above 0.');

const cleanup = new CleanupStack();
cleanUpAtExit(cleanup);

console.log(`TRADEPOST_CHAOS_SEED=${seed} TRADEPOST_CHAOS_KILLS=${kills}`);
const random = new SeededRandom(seed);
try {
  const cluster = process.env.TRADEPOST_CITUS ? await KillableCluster.start() : undefined;
  if (cluster) cleanup.defer(() => cluster.stop());
  const harness = await openHarness({ random, database: cluster, ...LONG_RUN }, cleanup);
  const result = await run(harness, {
    faults: planFaults(random.fork('plan'), kills, GAP_MS),
    calmMs: CALM_MS,
    settleWithinMs: SETTLE_WITHIN_MS,
    endWithinMs: END_WITHIN_MS,
    done: (count, kind) => count % SHOWN_EVERY === 0 && console.log(`${count}/${kills} ${kind}`),
  });
  show(result);
  process.exitCode = result.violations.length === 0 ? 0 : 1;
} finally {
  await cleanup.runAll();
}

function show({ tally, figures, violations }: Result): void {
  console.log('');
  for (const [name, count] of [...tally].toSorted()) console.log(`${name.padEnd(36)}${count}`);
  console.log('');
  for (const [name, count] of Object.entries(figures)) console.log(`${name.padEnd(36)}${count}`);
  console.log(violations.length === 0 ? '\nAll guarantees were kept.' : `\n${violations.length} violations:`);
  for (const fault of violations.slice(0, VIOLATIONS_SHOWN)) console.log(`  ${fault}`);
}
