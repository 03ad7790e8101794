import type { Step } from './migration.ts';

export const name = '062-surplus-refunded';

/** What of an order's refunds gave back money beyond its total. The trigger fills it, also when it rebuilds the documents. */
export const steps: readonly Step[] = [
  'ALTER TABLE orders ADD surplus_refunded_total numeric(12,2) NOT NULL DEFAULT 0',
];
