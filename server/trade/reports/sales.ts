import { statement } from '../../db/sql/statement.ts';

/** About 15 MB of JSON. */
export const MAX_ROWS = 100_000;

/** Columns of a CSV, so a new one goes to the end. */
const ORDER_SUMS = 'orders subtotal discount_total shipping_amount total refunded_total charges_total'.split(
  ' ',
);
const LOCAL = '(o.placed_at AT TIME ZONE :time_zone)';
/** The groups that depend on the time zone. */
export const PERIODS = ['day', 'week', 'month'] as const;

const LINE_SUMS = ['orders', 'quantity', 'returned_quantity', 'subtotal', 'discount_total', 'total'];

const IN_RANGE = `o.tenant_id = :tenant_id AND o.placed_at >= :since::timestamptz AND o.placed_at < :before::timestamptz
  AND o.status <> 'Canceled'`;

/** The index orders_sales has all columns that it reads: charges are what a total has beyond the rest. */
const ofOrders = (key: string, more = ''): string =>
  `SELECT ${key} AS key, ${more} count(*) AS orders, count(*) AS orders_of_total, sum(o.subtotal) AS subtotal,
    sum(o.discount_total) AS discount_total, sum(o.shipping_amount) AS shipping_amount, sum(o.total) AS total,
    sum(o.refunded_total) AS refunded_total,
    sum(o.total - o.subtotal + o.discount_total - o.shipping_amount) AS charges_total
  FROM orders o WHERE ${IN_RANGE} GROUP BY 1`;

/** By product, an order's lines are marked, so that counting needs no sort. */
const ofLines = (key: string, orders: string, from = ''): string =>
  `SELECT ${key} AS key, ${orders} AS orders,
    count(*) FILTER (WHERE l.line = 1) AS orders_of_total, sum(l.quantity) AS quantity,
    sum(l.returned_quantity) AS returned_quantity, sum(l.subtotal) AS subtotal, sum(l.discount) AS discount_total,
    sum(l.total) AS total
  FROM orders o JOIN order_lines l ON l.tenant_id = o.tenant_id AND l.order_id = o.id ${from}
  WHERE ${IN_RANGE} GROUP BY 1`;

interface Grouping {
  /** A query with the sums by `key`. */
  readonly sums: string;
  readonly figures: readonly string[];
  /** The members that say what a row is about, and where they come from. */
  readonly about: string;
  /** Of the row that a row is about, behind the figures: columns don't move. */
  readonly referred?: string;
  readonly from?: string;
  readonly order?: string;
}

/** The first row has the totals, with the number of the others, which are those of the report. Each is JSON text. */
function reportOf({
  sums,
  figures,
  about,
  referred,
  from = '',
  order = 's.total DESC, s.key',
}: Grouping): string {
  const totals = figures.map(
    (name) => `coalesce(sum(${name === 'orders' ? 'orders_of_total' : name}), 0) AS ${name}`,
  );
  const members = [about, ...figures.map((name) => `s.${name}`), ...(referred ? [referred] : [])].join(', ');
  return `WITH sums AS MATERIALIZED (${sums})
    SELECT (SELECT count(*)::int FROM sums) AS rows, row_to_json(t)::text AS json
    FROM (SELECT ${totals.join(', ')} FROM sums) t
    UNION ALL
    SELECT * FROM (
      SELECT NULL::int, (SELECT row_to_json(r)::text FROM (SELECT ${members}) r) FROM sums s ${from} ORDER BY ${order}
    ) rows`;
}

const byPeriod = (key: string, name: string): string =>
  reportOf({ sums: ofOrders(key), figures: ORDER_SUMS, about: `s.key AS ${name}`, order: 's.key' });

/** A salesperson may be renamed; who has no id is known by name alone. */
const SALESPERSON_ID = `nullif(btrim(o.salesperson ->> 'external_id'), '')`;
const BY_SALESPERSON = ofOrders(
  `coalesce('id ' || ${SALESPERSON_ID}, 'name ' || (o.salesperson ->> 'name'))`,
  `(array_agg(o.salesperson ->> 'name' ORDER BY o.placed_at DESC, o.id DESC))[1] AS salesperson_name,
    max(${SALESPERSON_ID}) AS salesperson_external_id,`,
);

/** PostgreSQL plans each report for its own range, so none of them is a prepared statement. */
const PER_RANGE = { prepared: false };

export const SALES = {
  day: statement('sum sales by day', byPeriod(`${LOCAL}::date`, 'day'), PER_RANGE),
  // ISO 8601: weeks begin on Monday.
  week: statement(
    'sum sales by week',
    byPeriod(`date_trunc('week', ${LOCAL})::date`, 'week_start_date'),
    PER_RANGE,
  ),
  month: statement('sum sales by month', byPeriod(`to_char(${LOCAL}, 'YYYY-MM')`, 'month'), PER_RANGE),
  product: statement(
    'sum sales by product',
    reportOf({
      sums: ofLines('l.product_id', 'count(*) FILTER (WHERE l.first_of_product)'),
      figures: LINE_SUMS,
      about: 's.key AS product_id, p.sku, p.name',
      referred: 'p.external_id AS product_external_id',
      from: 'JOIN products p ON p.tenant_id = :tenant_id AND p.id = s.key',
    }),
    PER_RANGE,
  ),
  customer: statement(
    'sum sales by customer',
    reportOf({
      sums: ofOrders('o.customer_id'),
      figures: ORDER_SUMS,
      about: 's.key AS customer_id, c.name',
      referred: 'c.external_id AS customer_external_id',
      from: 'JOIN customers c ON c.tenant_id = :tenant_id AND c.id = s.key',
    }),
    PER_RANGE,
  ),
  channel: statement(
    'sum sales by channel',
    reportOf({ sums: ofOrders('o.channel'), figures: ORDER_SUMS, about: 's.key AS channel' }),
    PER_RANGE,
  ),
  salesperson: statement(
    'sum sales by salesperson',
    reportOf({
      sums: BY_SALESPERSON,
      figures: ORDER_SUMS,
      about: 's.salesperson_name, s.salesperson_external_id',
    }),
    PER_RANGE,
  ),
  category: statement(
    'sum sales by category',
    reportOf({
      sums: ofLines(
        'p.category_id',
        'count(DISTINCT l.order_id)',
        'JOIN products p ON p.tenant_id = l.tenant_id AND p.id = l.product_id',
      ),
      figures: LINE_SUMS,
      about: 's.key AS category_id, c.name',
      referred: 'c.external_id AS category_external_id',
      from: 'LEFT JOIN categories c ON c.tenant_id = :tenant_id AND c.id = s.key',
    }),
    PER_RANGE,
  ),
};
