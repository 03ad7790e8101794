import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { KillableCluster } from './cluster.ts';
import { planFaults, SHORT_MIX, STEPS } from './fault-plan.ts';
import { openHarness } from './harness.ts';
import { run } from './run.ts';
import { SeededRandom } from './seeded-random.ts';
import { SUBSCRIPTIONS } from './tenants.ts';
import { SHORT } from './timing.ts';

const SEED = process.env.TRADEPOST_CHAOS_SEED || 'tradepost';
const KILLS = Number(process.env.TRADEPOST_CHAOS_KILLS || 16);
/** Against a hang: about 20 s on an idle machine, some minutes on a busy one. `npm run program chaos` is the long version. */
const MOST_MS = 900_000;

it(`loses and duplicates no delivery through ${KILLS} faults (TRADEPOST_CHAOS_SEED=${SEED})`, {
  timeout: MOST_MS,
}, async () => {
  const random = new SeededRandom(SEED);
  const cluster = process.env.TRADEPOST_CITUS ? await KillableCluster.start() : undefined;
  if (cluster) onTestFinished(() => cluster.stop());
  const harness = await openHarness({
    random,
    database: cluster,
    timing: SHORT,
    tenants: 3,
    subscriptions: SUBSCRIPTIONS,
    writersPerTenant: 2,
    pauseMs: [100, 400],
  });
  onTestFinished(() => harness.close());
  let reached = 'the start';
  const late = wait(MOST_MS - 30_000, undefined, { ref: false }).then(() => {
    throw new Error(`nothing more happened after ${reached}`);
  });
  const ended = run(harness, {
    faults: planFaults(random.fork('plan'), KILLS, [0, 300], SHORT_MIX),
    calmMs: 2_000,
    settleWithinMs: 60_000,
    endWithinMs: 450_000,
    done: (count, kind) => {
      reached = `fault ${count}, ${kind}`;
    },
    settling: async () => {
      reached = 'the last fault';
    },
  });
  const { violations, figures, tally } = await Promise.race([ended, late]);
  expect(violations, JSON.stringify({ ...figures, ...Object.fromEntries(tally) })).toEqual([]);
  expect([...tally.keys()]).toEqual(expect.arrayContaining(STEPS.map((step) => `kill at ${step}`)));
});
