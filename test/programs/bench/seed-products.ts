import type pg from 'pg';

/** Every field has a value in some rows and most in all rows, as in a well-kept catalogue. */
const INSERT_PRODUCTS = `
  INSERT INTO products (tenant_id, external_id, name, sku, price, description, brand, status, unit, cost_price, gtin,
    ncm, weight_kg, dimensions, track_stock, allow_backorder, min_stock, image_urls, metadata)
  SELECT $1, 'ERP-' || n, 'Café torrado em grãos ' || n, 'CAF-' || n, 9.9 + n % 500, 'Torra média, em grãos, lote ' || n,
    CASE WHEN n % 3 > 0 THEN 'Serra Alta' END, CASE WHEN n % 20 > 0 THEN 'active' ELSE 'inactive' END, 'un',
    5.25 + n % 300, CASE WHEN n % 4 > 0 THEN '7891000315507' END, '09012100', 0.25 * (1 + n % 8),
    CASE WHEN n % 2 > 0 THEN '{"length_cm":8,"width_cm":6,"height_cm":22}'::json END, true, n % 10 = 0, 10,
    json_build_array('https://images.example.com/caf-' || n || '.jpg'), '{"channel":"marketplace"}'
  FROM generate_series(1, $2::int) AS n`;

const INSERT_BALANCES = `
  INSERT INTO stock_balances (tenant_id, product_id, on_hand, reserved)
  SELECT tenant_id, id, 20 + id % 400, id % 13 * 0.5 FROM products WHERE tenant_id = $1`;

/** Inserts products and their stock balances directly: through the stores, one by one, it would take minutes. */
export async function insertProducts(client: pg.Client, tenantId: number, count: number): Promise<void> {
  await client.query(INSERT_PRODUCTS, [tenantId, count]);
  await client.query(INSERT_BALANCES, [tenantId]);
}

export async function seedProducts(client: pg.Client, tenantId: number, count: number): Promise<void> {
  await insertProducts(client, tenantId, count);
  // VACUUM too, so that autovacuum has nothing to do during the rounds.
  await client.query('VACUUM (ANALYZE) products, stock_balances');
  await client.query('CHECKPOINT');
}
