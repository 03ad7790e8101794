import type { Step } from './migration.ts';

export const name = '069-surplus-at-refunds';

/** What `surplus_refunded_total` was when the last refund was recorded: it never falls below that. Null: as it is now. The trigger fills it. */
export const steps: readonly Step[] = ['ALTER TABLE orders ADD surplus_at_refunds numeric(12,2)'];
