import type { Step } from './migration.ts';

export const name = '034-sales-report';

/** Orders of so many lines are written in about 100 ms. */
const SLICE_LINES = 3_000;

/** An order can have a product in several lines, but counts once among its orders. */
const LINES = `
ALTER TABLE order_lines ADD returned_quantity numeric(15,3) NOT NULL DEFAULT 0, ADD first_of_product boolean;

CREATE OR REPLACE FUNCTION order_lines_of(o orders) RETURNS SETOF order_lines LANGUAGE sql STABLE AS $$
  SELECT o.tenant_id, o.id, n, product_id, quantity, subtotal, discount, total, coalesce(returned_quantity, 0),
    row_number() OVER (PARTITION BY product_id ORDER BY n) = 1
  FROM (
    SELECT row_number() OVER ()::smallint AS n, l.*
    FROM json_to_recordset(o.items) l (product_id integer, quantity numeric, subtotal numeric, discount numeric,
      total numeric, returned_quantity numeric)
  ) line
$$;
`;

/** A change of the order meanwhile has written its lines anew: the old ones are gone, so nothing is overwritten. */
const FILL = `
UPDATE order_lines l SET returned_quantity = n.returned_quantity, first_of_product = n.first_of_product
FROM (
  SELECT DISTINCT tenant_id, order_id FROM (
    SELECT tenant_id, order_id FROM order_lines WHERE first_of_product IS NULL ORDER BY tenant_id, order_id LIMIT ${SLICE_LINES}
  ) unfilled
) t
JOIN orders o ON o.tenant_id = t.tenant_id AND o.id = t.order_id
CROSS JOIN order_lines_of(o) n
WHERE l.tenant_id = n.tenant_id AND l.order_id = n.order_id AND l.line = n.line AND l.first_of_product IS NULL
`;

export const steps: readonly Step[] = [
  // The sales report sums a range of it without reading the orders themselves, which are fifteen times as large.
  {
    index: 'orders_sales',
    create: `CREATE INDEX CONCURRENTLY orders_sales ON orders (tenant_id, placed_at, id) INCLUDE (
      status, customer_id, channel, subtotal, discount_total, shipping_amount, total, refunded_total
    )`,
  },
  { dropIndex: 'orders_placed' },
  LINES,
  {
    index: 'order_lines_unfilled',
    create: `CREATE INDEX CONCURRENTLY order_lines_unfilled ON order_lines (tenant_id, order_id) WHERE first_of_product IS NULL`,
  },
  { slices: FILL },
  { dropIndex: 'order_lines_unfilled' },
];
