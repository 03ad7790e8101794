import type { Step } from './migration.ts';

export const name = '063-tax-ids-by-kind';

/** The name of a constraint says what a client broke, see violations.ts: so the new index takes over that of the old one. */
const [OLD, NEW] = ['customers__tax_id__unique', 'customers__tax_id__unique_2'];

/** A foreign tax id may have the digits of a CPF or a CNPJ, and is another person's. */
export const steps: readonly Step[] = [
  // Whether an import left the stock as it was, and so do later changes of the order. Null for orders that weren't imported.
  'ALTER TABLE orders ADD skips_stock boolean',
  {
    index: NEW,
    create: `CREATE UNIQUE INDEX CONCURRENTLY ${NEW} ON customers (tenant_id, tax_id,
      (CASE tax_id_type WHEN 'foreign' THEN 1 ELSE 0 END), (CASE WHEN deleted_at IS NULL THEN 0 ELSE id END))`,
  },
  { dropIndex: OLD },
  `ALTER INDEX ${NEW} RENAME TO ${OLD}`,
];
