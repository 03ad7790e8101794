/** The large tenant's rows by table. The small tenant has a tenth of each. */
const ROWS = {
  categories: 2_000,
  products: 100_000,
  customers: 50_000,
  priceTables: 500,
  entries: 50_000,
  promotions: 1_000,
  coupons: 20_000,
  orders: 100_000,
  redemptions: 50_000,
  movements: 200_000,
  orderEntries: 100_000,
  events: 100_000,
  keys: 20_000,
  erasures: 1_000,
} as const;

/** Of the first orders. */
export const ACCESS_KEYS = [
  '41260211222333000181550010000005671836102749',
  '41260211222333000181550010000005681836102746',
] as const;

export const LARGE = 1;
export const SMALL = 2;

/** How many rows have a rare value in the large tenant. In the small tenant half of the rows have it. */
const FEW = 5;

// In each text $1 is the tenant, n the number of rows, and g counts from 1. Ids are g in the large tenant and
// 1 000 000 + g in the small one. The order of updates differs from that of creation. As in real shops, half of the rows
// share one category, customer or product. A state that is rare in one tenant is common in the other, so that
// PostgreSQL's statistics mislead.
const id = (g: string): string => `($1::int - 1) * 1000000 + ${g}`;
const made = `now() - (n - g) * interval '5 minutes'`;
const touched = `now() - (g * 7919 % n) * interval '5 minutes'`;
const deleted = `CASE WHEN g % 50 = 0 THEN now() END`;
const rare = (often: string, seldom: string): string =>
  `CASE WHEN $1 = ${SMALL} AND g % 2 = 0 OR $1 = ${LARGE} AND g % (n / ${FEW}) = 7 THEN '${seldom}' ELSE '${often}' END`;
/** One of `of` rows: the first for every second g, the second for a few, the others in turn. */
const shared = (of: number): string =>
  id(
    `(CASE WHEN g % 2 = 0 THEN 1 WHEN g % (n / ${FEW}) = 7 THEN 2 ELSE 3 + g % (${of} / CASE $1 WHEN 1 THEN 1 ELSE 10 END - 2) END)`,
  );

export interface Fill {
  readonly into: string;
  readonly columns: string;
  readonly rows: number;
  readonly values: string;
}
const fill = (into: string, rows: number, columns: string, values: string): Fill => ({
  into,
  columns,
  rows,
  values,
});

/** Rows that the other tables refer to. */
export const FIRST: readonly Fill[] = [
  fill(
    'categories',
    ROWS.categories,
    'id, external_id, name, slug, parent_id, position, metadata, updated_at, deleted_at',
    `${id('g')}, 'C-' || g, 'Categoria ' || g % 500, 'c-' || g, CASE WHEN g > 10 THEN ${id('1 + g % 10')} END, g, '{}',
     ${touched}, CASE WHEN g % 50 = 49 THEN now() END`,
  ),
  fill(
    'price_tables',
    ROWS.priceTables,
    'id, external_id, name, code, kind, status, priority, is_default, currency, metadata, updated_at',
    `${id('g')}, 'T-' || g, 'Tabela ' || g % 50, 'T' || g, 'fixed', ${rare('active', 'inactive')}, 1, g <= 2, 'BRL', '{}', ${touched}`,
  ),
  fill(
    'webhook_registrations',
    1,
    'id, url, description, events, secret',
    `${id('g')}, 'https://example.com', '', '{}', ''`,
  ),
];

export const CATALOGUE: readonly Fill[] = [
  fill(
    'products',
    ROWS.products,
    'id, external_id, name, sku, price, category_id, status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata, created_at, updated_at, deleted_at',
    `${id('g')}, 'P-' || g, 'Produto ' || g * 31 % 20000, 'SKU-' || g, 10, ${shared(ROWS.categories - 10)},
     ${rare('active', 'inactive')}, 'un', true, false, 0, '[]', '{}', ${made}, ${touched}, ${deleted}`,
  ),
  fill(
    'stock_balances',
    ROWS.products,
    'product_id, on_hand, reserved, updated_at, deleted_at',
    `${id('g')}, 100, CASE WHEN g % 8 = 0 THEN 0 ELSE 10 END, ${touched}, ${deleted}`,
  ),
  fill(
    'price_table_entries',
    ROWS.entries,
    'price_table_id, product_id, min_quantity, price',
    `${id('CASE WHEN g % 2 = 0 THEN 1 ELSE 2 + g % 40 END')}, ${id('g')}, 0, 9`,
  ),
  fill(
    'api_keys',
    ROWS.keys,
    'id, name, prefix, hash, scopes',
    `${id('g')}, 'key', 'tp', sha256(($1 || '/' || g)::bytea), '{}'`,
  ),
  fill('idempotency_keys', ROWS.keys, 'key, fingerprint, status, headers', `'key-' || g, '', 201, '{}'`),
  fill(
    'events',
    ROWS.events,
    'feed_position, kind, body, occurred_at',
    `CASE WHEN g <= n / 2 THEN g END, ${rare('order.created', 'delivery.failed')}, '{"n":"' || repeat('x', 500) || '"}', now()`,
  ),
];

export const TRADE: readonly Fill[] = [
  fill(
    'customers',
    ROWS.customers,
    'id, external_id, type, name, tax_id, tax_id_type, email, addresses, tags, status, price_table_id, metadata, created_at, updated_at, deleted_at',
    `${id('g')}, 'K-' || g, 'person', 'Maria ' || g * 31 % 10000, lpad(g::text, 11, '0'), 'cpf', 'Maria' || g || '@Example.com',
     '[]', '[]', ${rare('active', 'inactive')}, CASE WHEN g % 3 = 0 THEN ${id('1')} END, '{}', ${made}, ${touched}, ${deleted}`,
  ),
  fill(
    'promotions',
    ROWS.promotions,
    'id, external_id, name, status, priority, stackable, requires_coupon, discount, target, conditions, times_used, metadata, updated_at',
    `${id('g')}, 'M-' || g, 'Promo ' || g % 100, CASE WHEN g % 200 = 0 THEN 'active' ELSE 'inactive' END, 1, true, g <= 100,
     '{"type":"percentage","percentage":1}', '{"type":"order"}', '{}', 100000, '{}', ${touched}`,
  ),
  fill(
    'coupons',
    ROWS.coupons,
    'id, external_id, code, status, discount, promotion_id, times_used, metadata, updated_at',
    `${id('g')}, 'V-' || g, 'Vale' || g, ${rare('active', 'inactive')}, '{"type":"percentage","percentage":1}',
     CASE WHEN g % 10 = 0 THEN ${id('1 + g / 10 % 100')} END, 100000, '{}', ${touched}`,
  ),
  fill(
    'orders',
    ROWS.orders,
    'id, external_id, customer_id, status, coupon_code, channel, salesperson, fiscal_document, paid_total, currency, items, subtotal, shipping_amount, total, metadata, created_at, updated_at',
    `${id('g')}, 'O-' || g, ${shared(ROWS.customers)}, ${rare('Delivered', 'Pending')}, ${rare('VALE1', 'VALE2')}, ${rare('loja', 'marketplace')},
     json_build_object('name', 'Ana', 'external_id', ${rare('V-1', 'V-2')}),
     json_build_object('access_key', CASE WHEN g <= 3 THEN '${ACCESS_KEYS[0]}' WHEN g = 4 THEN '${ACCESS_KEYS[1]}' ELSE lpad(g::text, 44, '0') END), ${rare('0', '10')}::numeric, 'BRL',
     json_build_array(json_build_object('product_id', ${shared(ROWS.products)}, 'quantity', 1, 'subtotal', 10, 'discount', 0, 'total', 10)),
     10, 0, 10, '{}', ${made}, ${touched}`,
  ),
  fill(
    'coupon_redemptions',
    ROWS.redemptions,
    'coupon_id, order_id, customer_id, discount, created_at',
    `${id('CASE WHEN g % 2 = 0 THEN 1 ELSE 2 + g % 1000 END')}, ${id('g')}, ${shared(ROWS.customers)}, 1, ${made}`,
  ),
  fill(
    'promotion_uses',
    ROWS.redemptions,
    'promotion_id, order_id, customer_id',
    `${id('20 * (1 + g % 2)')}, ${id('g')}, ${shared(ROWS.customers)}`,
  ),
];

export const LAST: readonly Fill[] = [
  fill(
    'customer_erasures',
    ROWS.erasures,
    'id, customer_id, status, reason, actor, step',
    `${id('g')}, ${id('g')}, 'completed', 'r', 'operator', 'audit_entries'`,
  ),
  fill(
    'stock_movements',
    ROWS.movements,
    'product_id, type, quantity, on_hand_after, reserved_after, order_id, actor, created_at',
    `${shared(ROWS.products)}, 'reservation', 1, 100, 1, CASE WHEN g % 2 = 0 THEN ${id('1 + g / 2 % (n / 2)')} END, 'system', ${made}`,
  ),
  // The first of each kind on a quarter of the orders.
  fill(
    'order_entries',
    ROWS.orderEntries,
    'kind, id, order_id, occurred_at, updated_at, entry',
    `(ARRAY['payment', 'refund', 'return', 'delivery_attempt'])[1 + (g - 1) % 4], (${id('1 + (g - 1) / 4')})::bigint * 1048576 + 1,
     ${id('1 + (g - 1) / 4')}, ${made}, ${touched},
     json_build_object('id', 1, 'reference', 'R-' || g / 20)::text`,
  ),
];
