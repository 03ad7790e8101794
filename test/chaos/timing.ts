import { LEASE_SECONDS } from '../../server/webhooks/queue/claim-statements.ts';
import { DEADLINE_MS } from '../../server/webhooks/send/http-post.ts';
import type { SourceEdit } from '../support/server-build.ts';

/** How long things take in a build. */
export interface Timing {
  readonly leaseMs: number;
  readonly deadlineMs: number;
  readonly edits: readonly SourceEdit[];
}

/**
 * From a lease's beginning until it is over at the latest, beyond the lease itself: the design promises 20 s for the lease
 * of 15. The sweep comes once a second.
 */
export const HANG_MARGIN_MS = 5_000;

/**
 * So few, that deliveries wait in the worker as they would at many times the load, and are given back: without it the
 * steps of giving back would hardly ever be reached.
 */
const FEW_FAST_SLOTS: SourceEdit = {
  find: 'const FAST_POOL_SIZE = 256;',
  replacement: 'const FAST_POOL_SIZE = 4;',
};

/** The times that the server has. */
export const REAL: Timing = {
  leaseMs: LEASE_SECONDS * 1000,
  deadlineMs: DEADLINE_MS,
  edits: [FEW_FAST_SLOTS],
};

/** Everything about a lease in a quarter of its time: waiting, the exchange, and what is left for a slow database. */
export const SHORT: Timing = {
  leaseMs: 4_000,
  deadlineMs: 1_500,
  edits: [
    FEW_FAST_SLOTS,
    { find: 'export const LEASE_SECONDS = 15;', replacement: 'export const LEASE_SECONDS = 4;' },
    { find: 'export const DEADLINE_MS = 10_000;', replacement: 'export const DEADLINE_MS = 1_500;' },
    { find: 'const MAX_WAIT_MS = 3_000;', replacement: 'const MAX_WAIT_MS = 750;' },
    { find: 'const SLOW_RESPONSE_MS = 500;', replacement: 'const SLOW_RESPONSE_MS = 125;' },
  ],
};
