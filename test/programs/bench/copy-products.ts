import { onServer } from '../../support/databases.ts';
import type { BenchDatabase } from './bench-database.ts';
import { PRODUCTS } from './rows/shop.ts';

const ROWS_AT_ONCE = 10_000;

const COLUMNS = [
  ...['external_id', 'name', 'sku', 'price', 'description', 'brand', 'status', 'unit', 'cost_price', 'gtin'],
  ...[
    'ncm',
    'weight_kg',
    'dimensions',
    'track_stock',
    'allow_backorder',
    'min_stock',
    'image_urls',
    'metadata',
  ],
  ...['created_at', 'updated_at', 'on_hand', 'reserved'],
];
export const PRODUCT_FIELDS = ['id', ...COLUMNS];
const FIELDS = COLUMNS.join(', ');

/** Columns that a platform's table has besides, each with the SQL of its value. */
export type OwnColumns = Readonly<Record<string, string>>;

/** The same products in a platform's table `products`, with their stock as two fields of their own. */
export async function copyProducts(
  { url, tenantId }: BenchDatabase,
  platformUrl: string,
  own: OwnColumns = {},
): Promise<void> {
  const names = [...Object.keys(own), FIELDS].join(', ');
  const values = [...Object.values(own), FIELDS].join(', ');
  await onServer(url, (from) =>
    onServer(platformUrl, async (to) => {
      for (let after = 0; after < PRODUCTS; after += ROWS_AT_ONCE) {
        const { rows } = await from.query<{ products: string }>(
          `SELECT json_agg(p)::text AS products FROM (
             SELECT ${FIELDS.replace('updated_at', 'p.updated_at')}
             FROM products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id
             WHERE p.tenant_id = $1 ORDER BY p.id OFFSET $2 LIMIT $3) p`,
          [tenantId, after, ROWS_AT_ONCE],
        );
        await to.query(
          `INSERT INTO products (${names}) SELECT ${values} FROM json_populate_recordset(NULL::products, $1)`,
          [rows[0]!.products],
        );
      }
      await to.query('VACUUM (ANALYZE) products');
    }),
  );
}
