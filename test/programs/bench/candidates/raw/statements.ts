import placeOrder from '../order.pgbench.sql';

const STOCK = `'{"on_hand":' || trim_scale(b.on_hand) || ',"reserved":' || trim_scale(b.reserved)
  || ',"available":' || trim_scale(b.on_hand - b.reserved) || '}'`;
const DOCUMENT = `left(p.document, -1) || ',"stock":' || (SELECT ${STOCK} FROM stock_balances b
  WHERE b.tenant_id = p.tenant_id AND b.product_id = p.id) || '}'`;

/** One row for a page: fewer messages for Node than a row for each document. */
const pageOf = (id: string, document: string, from: string, limit: number): string => `
  SELECT string_agg(document, ',') FILTER (WHERE n <= ${limit}) AS data, max(id) FILTER (WHERE n <= ${limit}) AS last,
    count(*) > ${limit} AS more
  FROM (SELECT ${id} AS id, ${document} AS document, row_number() OVER (ORDER BY ${id}) AS n
    FROM ${from} ORDER BY ${id} LIMIT ${limit + 1}) page`;
export const list = (limit: number): string =>
  pageOf('p.id', DOCUMENT, 'products p WHERE p.tenant_id = $1 AND p.deleted_at IS NULL', limit);
export const feed = (limit: number): string =>
  pageOf('feed_position', 'body', 'events WHERE tenant_id = $1 AND feed_position > $2', limit);
export const GET = `SELECT ${DOCUMENT} AS document FROM products p
  WHERE p.tenant_id = $1 AND p.id = $2 AND p.deleted_at IS NULL`;
const dimension = (name: string): string => `dimensions ->> '${name}' AS "dimensions.${name}"`;
/** COPY has no parameters. */
export const csv = (tenantId: number): string => `COPY (
  SELECT id, external_id, name, sku, trim_scale(price) AS price, description, category_id, brand, status, unit,
    trim_scale(cost_price) AS cost_price, gtin, ncm, cest, origin, tax_unit, trim_scale(weight_kg) AS weight_kg,
    ${dimension('length_cm')}, ${dimension('width_cm')}, ${dimension('height_cm')},
    track_stock::text AS track_stock, allow_backorder::text AS allow_backorder, trim_scale(min_stock) AS min_stock,
    image_urls, metadata, version, iso(created_at) AS created_at, iso(p.updated_at) AS updated_at,
    iso(p.deleted_at) AS deleted_at, trim_scale(on_hand) AS "stock.on_hand", trim_scale(reserved) AS "stock.reserved",
    trim_scale(on_hand - reserved) AS "stock.available"
  FROM products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id
  WHERE p.tenant_id = ${tenantId} AND p.deleted_at IS NULL ORDER BY p.id
) TO STDOUT (FORMAT csv, HEADER)`;

/** What pgbench runs, with the variables as parameters. */
export const ORDER = ['tenant', 'a', 'b', 'c', 'actor'].reduce(
  (text, name, index) => text.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), () => `$${index + 1}`),
  placeOrder.replaceAll(/^(--|\\set) .*$/gm, ''),
);
