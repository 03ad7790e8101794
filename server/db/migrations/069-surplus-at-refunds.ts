import type { Step } from './migration.ts';

export const name = '069-surplus-at-refunds';

/**
 * What `surplus_refunded_total` was when the last refund was recorded. Null: as it is now. The trigger fills it. The function
 * `surplus_refunded_total` of 0.2.0, whose programs ask it, stays where it is. Until 0.4.0, beside which none of them runs.
 */
export const steps: readonly Step[] = ['ALTER TABLE orders ADD surplus_at_refunds numeric(12,2)'];
