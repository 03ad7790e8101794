import type { Step } from './migration.ts';

/** Indexes for what lists are filtered by, in the order of their ids. */
export const name = '048-list-filters';

const index = (name: string, on: string): Step => ({
  index: name,
  create: `CREATE INDEX CONCURRENTLY ${name} ON ${on}`,
});

export const steps: readonly Step[] = [
  index(
    'orders_salesperson',
    `orders (tenant_id, (salesperson ->> 'external_id'), id) WHERE salesperson ->> 'external_id' IS NOT NULL`,
  ),
  index(
    'orders_salesperson_updated',
    `orders (tenant_id, (salesperson ->> 'external_id'), updated_at, id)
     WHERE salesperson ->> 'external_id' IS NOT NULL`,
  ),
  index(
    'orders_access_key',
    `orders (tenant_id, (fiscal_document ->> 'access_key'), id) WHERE fiscal_document ->> 'access_key' IS NOT NULL`,
  ),
  // The entry is text, which as json could not be indexed: json_in is only stable.
  index(
    'order_entries_reference',
    `order_entries (tenant_id, kind, (entry::jsonb ->> 'reference'), id) WHERE entry::jsonb ->> 'reference' IS NOT NULL`,
  ),
  // With deleted rows. A deletion looks for one that isn't in coupons_promotion and customers_price_table.
  index('coupons_of_promotion', 'coupons (tenant_id, promotion_id, id) WHERE promotion_id IS NOT NULL'),
  index(
    'customers_of_price_table',
    'customers (tenant_id, price_table_id, id) WHERE price_table_id IS NOT NULL',
  ),
];
