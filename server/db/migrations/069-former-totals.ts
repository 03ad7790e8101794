import type { Step } from './migration.ts';

export const name = '069-former-totals';

/**
 * The totals that an order had before, by which a refund gave back too much or not. Null: none. The trigger fills it. The function
 * `surplus_refunded_total` of 0.2.0, whose programs ask it, stays where it is. Until 0.4.0, beside which none of them runs.
 */
export const steps: readonly Step[] = ['ALTER TABLE orders ADD former_totals json'];
