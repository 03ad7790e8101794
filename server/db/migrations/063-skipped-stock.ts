import type { Step } from './migration.ts';

/** Whether an import left the stock as it was, and so do later changes of the order. Null for orders that weren't imported. */
export const name = '063-skipped-stock';

export const steps: readonly Step[] = ['ALTER TABLE orders ADD skips_stock boolean'];
