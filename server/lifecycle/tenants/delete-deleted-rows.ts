import type { Transactional } from '../../db/pool/database.ts';

interface Deletable {
  readonly table: string;
  /** Rows that are a part of it, and go with it: their tables and columns. */
  readonly parts?: readonly (readonly [table: string, column: string])[];
  /** As long as one of these refers to it, it stays. */
  readonly keptBy: readonly (readonly [table: string, column: string])[];
}

/** What refers to others comes first, or they'd wait for the next run. Orders can't be deleted, nor what stock has moved. */
const DELETABLE: readonly Deletable[] = [
  { table: 'coupons', keptBy: [['coupon_redemptions', 'coupon_id']] },
  {
    table: 'promotions',
    keptBy: [
      ['coupons', 'promotion_id'],
      ['promotion_uses', 'promotion_id'],
    ],
  },
  {
    table: 'customers',
    keptBy: [
      ['orders', 'customer_id'],
      ['coupon_redemptions', 'customer_id'],
      ['promotion_uses', 'customer_id'],
      ['customer_erasures', 'customer_id'],
    ],
  },
  {
    table: 'price_tables',
    parts: [['price_table_entries', 'price_table_id']],
    keptBy: [
      ['orders', 'price_table_id'],
      ['customers', 'price_table_id'],
    ],
  },
  {
    table: 'products',
    parts: [
      ['stock_balances', 'product_id'],
      ['price_table_entries', 'product_id'],
    ],
    keptBy: [
      ['order_lines', 'product_id'],
      ['stock_movements', 'product_id'],
    ],
  },
  {
    table: 'categories',
    keptBy: [
      ['categories', 'parent_id'],
      ['products', 'category_id'],
    ],
  },
];

/** A row has few parts, but a price table has thousands of entries. */
const ROWS_PER_STEP = 20;

const stepOf = ({ table, parts = [], keptBy }: Deletable): string => `WITH old AS MATERIALIZED (
    SELECT t.id FROM ${table} t
    WHERE t.tenant_id = $1 AND t.deleted_at < statement_timestamp() - $2 * interval '1 day'
      ${keptBy.map(([from, column]) => `AND NOT EXISTS (SELECT FROM ${from} r WHERE r.tenant_id = $1 AND r.${column} = t.id)`).join('\n      ')}
    LIMIT ${ROWS_PER_STEP} FOR UPDATE SKIP LOCKED
  )${parts
    .map(
      ([part, column], n) =>
        `, part${n} AS (DELETE FROM ${part} p WHERE p.tenant_id = $1 AND p.${column} = ANY (ARRAY(SELECT id FROM old)))`,
    )
    .join('')}
  DELETE FROM ${table} t WHERE t.tenant_id = $1 AND t.id = ANY (ARRAY(SELECT id FROM old)) RETURNING t.id`;

/** Deletes for good what was deleted so many days ago, and what nothing refers to. Returns how many rows that were. */
export async function deleteDeletedRows(db: Transactional, days: number): Promise<number> {
  const tenants = await db.query<{ tenant_id: number }>('SELECT tenant_id FROM tenants ORDER BY 1', []);
  let total = 0;
  for (const { tenant_id } of tenants)
    for (const deletable of DELETABLE) {
      const step = stepOf(deletable);
      total += await stepsOf(() => db.query(step, [tenant_id, days]));
    }
  return total;
}

async function stepsOf(step: () => Promise<readonly unknown[]>): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await step();
    total += length;
    if (length < ROWS_PER_STEP) return total;
  }
}
