// `npm run program soak [MINUTES]`: reads and writes with faults that every process survives, on the program as it is shipped. Memory
// and latency have to stay flat, and nothing may be lost. It isn't told that it's in production, because the endpoints have no TLS.
//
// The load is stationary, so that what grows is the service's. Pages have the same number of rows from the first minute, the feed is
// followed by its cursor, orders are of the newest 20 products and customers, and what reads all rows, exports and reports, is asked
// of a shop that sells nothing more. Tables and indexes grow all the time, as they do in production, and nothing may become
// slower for that. Retention has nothing to delete within half an hour.

import { CleanupStack } from '../../support/cleanup-stack.ts';
import { hasRedis } from '../../support/redis-server.ts';
import { planFaults, SURVIVED_MIX, SURVIVED_WITH_REDIS } from '../chaos/fault-plan.ts';
import { cleanUpAtExit } from '../chaos/long-run.ts';
import { SeededRandom } from '../chaos/seeded-random.ts';
import { SHIPPED } from '../chaos/timing.ts';
import { LONG_RULES } from './detect-growth.ts';
import { reportOf } from './report.ts';
import { soak } from './run-soak.ts';

const minutes = Number(process.argv[2] ?? 30);
if (!(minutes > 0)) throw new Error('npm run program soak MINUTES: more than 0');
/** Long enough to be calm again, and for some dozens of faults in half an hour. */
const GAP_MS = [35_000, 55_000] as const;
/** More than there is time for: the time ends the run. */
const FAULTS_PER_MINUTE = 2;

const random = new SeededRandom(process.env.TRADEPOST_SOAK_SEED || 'tradepost');
const cleanup = new CleanupStack();
cleanUpAtExit(cleanup);
const print = (line: string): void => console.log(line);
if (!hasRedis()) print('redis-server is not installed: limits are counted in PostgreSQL.');

try {
  const mix = hasRedis() ? SURVIVED_WITH_REDIS : SURVIVED_MIX;
  const result = await soak(
    {
      random,
      timing: SHIPPED,
      faults: planFaults(random.fork('plan'), Math.ceil(minutes * FAULTS_PER_MINUTE), GAP_MS, mix),
      endWithinMs: minutes * 60_000,
      endless: true,
      pauseMs: [150, 450],
      readEveryMs: 40,
      rules: LONG_RULES,
      print,
    },
    cleanup,
  );
  for (const line of reportOf(result)) print(line);
  process.exitCode = result.violations.length === 0 ? 0 : 1;
} finally {
  await cleanup.runAll();
}
