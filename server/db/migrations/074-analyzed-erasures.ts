import type { Step } from './migration.ts';

/** Since when a process has the tables analyzed that an erasure changed. An older release completes erasures without that. */
export const name = '074-analyzed-erasures';

export const steps: readonly Step[] = [
  'ALTER TABLE customer_erasures ADD COLUMN analyzing_since timestamptz(3)',
];
