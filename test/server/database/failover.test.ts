import { expect, it, onTestFinished } from 'vitest';
import { failOverUnderLoad } from '../../programs/failover/fail-over-under-load.ts';
import { hasPostgresPrograms } from '../../support/postgres-cluster.ts';
import { startPrimaryAndStandby } from '../../support/primary-and-standby.ts';

/** `npm run program failover` has ten, each with a new standby. */
const failovers = Number(process.env.TRADEPOST_FAILOVERS || 1);
const TIMEOUT_MS = 120_000;

it.runIf(hasPostgresPrograms())(
  'goes on within 30 s after a failover, without a restart, and loses nothing that it acknowledged',
  { timeout: failovers * TIMEOUT_MS },
  async () => {
    const pair = await startPrimaryAndStandby();
    onTestFinished(() => pair.close());
    const results = await failOverUnderLoad(pair, failovers);
    if (failovers > 1) console.table(results);
    expect(results).toHaveLength(failovers);
    for (const result of results) {
      expect(result).toMatchObject({ lost: [], undelivered: [], readyAgain: true });
      expect(result.acknowledged).toBeGreaterThan(0);
      expect(result.awayMs).toBeLessThan(30_000);
    }
  },
);
