import { onServer } from '../../support/databases.ts';

/** A year and a half. */
export const DAYS = 548;
export const LAST_DAY = '2026-06-30';
/** A million orders are those of 50 000 customers, who have bought 10 000 products. */
const ORDERS_PER_CUSTOMER = 20;
const ORDERS_PER_PRODUCT = 100;
const LINES = 3;
const SLICE = 50_000;
/** One for each of the machine's processors. */
const CONNECTIONS = 2;

const CATALOGUE = `
INSERT INTO products (tenant_id, id, name, sku, price, status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata)
SELECT $1, g, 'Produto ' || g, 'SKU-' || g, 10, 'active', 'un', true, false, 0, '[]', '{}' FROM generate_series(1, $2::int) g`;
const PEOPLE = `
INSERT INTO customers (tenant_id, id, type, name, addresses, tags, status, metadata)
SELECT $1, g, 'person', 'Cliente ' || g, '[]', '[]', 'active', '{}' FROM generate_series(1, $2::int) g`;

/** Line m of order g: a few products are in many orders, as in any shop. */
const LINE = `json_build_object('product_id', 1 + ($5::int * (g::bigint * 7919 * m % 1000003 / 1000003.0) ^ 2)::int % $5::int,
  'name', 'Produto', 'sku', 'SKU', 'unit', 'un', 'quantity', 1 + g % 4, 'unit_price', 10 + m, 'subtotal', (10 + m) * (1 + g % 4),
  'discount', m - 1, 'total', (10 + m) * (1 + g % 4) - m + 1, 'price_source', 'product', 'returned_quantity', g % 50 / 49)`;
const ORDERS = `
INSERT INTO orders (tenant_id, id, customer_id, status, channel, currency, items, subtotal, discount_total, shipping_amount, total, paid_total,
  refunded_total, metadata, created_at, updated_at)
SELECT $1, g, 1 + g * 31 % $6::int, (ARRAY['Delivered', 'Delivered', 'Delivered', 'In_Transit', 'Pending', 'Canceled'])[1 + g % 6],
  (ARRAY['loja', 'site', 'marketplace', NULL])[1 + g % 4], 'BRL', items, 36 * (1 + g % 4), 3, 7.5, 36 * (1 + g % 4) + 4.5, 36 * (1 + g % 4) + 4.5,
  CASE WHEN g % 50 = 49 THEN 5 ELSE 0 END, '{}', at, at
FROM generate_series($2::int, $3::int) g,
  LATERAL (SELECT '${LAST_DAY}T23:59:59Z'::timestamptz - ($4::int - g) * (interval '${DAYS} days' / $4::int) AS at) time,
  LATERAL (SELECT json_agg(${LINE}) AS items FROM generate_series(1, ${LINES}) m) lines`;

/** Fills a tenant with orders of three lines each. */
export async function fillSales(
  url: string,
  tenantId: number,
  orders: number,
  log: (line: string) => void,
): Promise<void> {
  const products = orders / ORDERS_PER_PRODUCT;
  const customers = orders / ORDERS_PER_CUSTOMER;
  await onServer(url, async (client) => {
    await client.query(CATALOGUE, [tenantId, products]);
    await client.query(PEOPLE, [tenantId, customers]);
  });
  const slices = Array.from({ length: Math.ceil(orders / SLICE) }, (_, slice) => slice * SLICE);
  const work = async (): Promise<void> =>
    onServer(url, async (client) => {
      await client.query('SET synchronous_commit = off');
      for (let first = slices.shift(); first !== undefined; first = slices.shift()) {
        const last = Math.min(first + SLICE, orders);
        await client.query(ORDERS, [tenantId, first + 1, last, orders, products, customers]);
        log(`${last} orders`);
      }
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await onServer(url, (client) => client.query('VACUUM ANALYZE'));
}
