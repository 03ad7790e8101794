import { LEASE_SECONDS } from '../../../server/webhooks/queue/claim-statements.ts';
import { DEADLINE_MS } from '../../../server/webhooks/send/http-post.ts';
import { type SourceEdit, WITHOUT_WARM_UP } from '../../support/server-build.ts';

/** The lease and deadline of a build, and the edits that set them. */
export interface Timing {
  readonly leaseMs: number;
  readonly deadlineMs: number;
  readonly edits: readonly SourceEdit[];
}

/**
 * How long a lease may last beyond its duration: the design promises that a lease of 15 s is over within 20 s. The
 * sweep runs once a second.
 */
export const HANG_MARGIN_MS = 5_000;

/**
 * With so few slots, deliveries wait in the worker as under a much higher load, and are released. Otherwise the steps
 * `releasing` and `released` would hardly ever be reached.
 */
const FEW_FAST_SLOTS: SourceEdit = {
  find: 'const FAST_POOL_SIZE = 256;',
  replacement: 'const FAST_POOL_SIZE = 4;',
};

/** The server's real times. */
export const REAL: Timing = {
  leaseMs: LEASE_SECONDS * 1000,
  deadlineMs: DEADLINE_MS,
  edits: [FEW_FAST_SLOTS],
};

/** The program as it is shipped. */
export const SHIPPED: Timing = { ...REAL, edits: [] };

/** All parts of a lease at about a quarter: waiting for a slot, the request, and the reserve for a slow database. */
export const SHORT: Timing = {
  leaseMs: 4_000,
  deadlineMs: 1_500,
  edits: [
    FEW_FAST_SLOTS,
    WITHOUT_WARM_UP,
    { find: 'export const LEASE_SECONDS = 15;', replacement: 'export const LEASE_SECONDS = 4;' },
    { find: 'export const DEADLINE_MS = 10_000;', replacement: 'export const DEADLINE_MS = 1_500;' },
    { find: 'const MAX_WAIT_MS = 3_000;', replacement: 'const MAX_WAIT_MS = 750;' },
    { find: 'const SLOW_RESPONSE_MS = 500;', replacement: 'const SLOW_RESPONSE_MS = 125;' },
  ],
};
