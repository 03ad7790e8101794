import type { CleanupStack } from '../../support/cleanup-stack.ts';
import type { HarnessOptions } from './harness.ts';
import { SUBSCRIPTIONS } from './tenants.ts';
import { REAL } from './timing.ts';

/** What the runs of many minutes have in common: three tenants with all kinds of endpoints, at the service's own pace. */
export const LONG_RUN = {
  timing: REAL,
  tenants: 3,
  subscriptions: SUBSCRIPTIONS,
  writersPerTenant: 2,
  pauseMs: [150, 450],
} as const satisfies Partial<HarnessOptions>;

/** Leaves no process behind when the run is interrupted. */
export function cleanUpAtExit(cleanup: CleanupStack): void {
  for (const end of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const)
    process.once(end, async (why) => {
      console.error(why);
      await cleanup.runAll();
      process.exit(1);
    });
}
