import type { Step } from './migration.ts';

/** What an import named an order's customer and products by, and what that was then, as a digest. Null for orders from before, too. */
export const name = '049-import-references';

export const steps: readonly Step[] = ['ALTER TABLE orders ADD references_digest text'];
