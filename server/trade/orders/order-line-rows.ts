import { orderList } from './store.ts';

/** Written by the release before: without charges and without shares of an agreed discount. */
const LINE = `
  SELECT o.id AS order_id, o.external_id AS order_external_id, n AS line, o.status, o.payment_status, iso(o.placed_at) AS placed_at,
    o.channel, o.salesperson ->> 'name' AS salesperson_name, o.salesperson ->> 'external_id' AS salesperson_external_id, o.currency,
    o.customer_id, c.external_id AS customer_external_id, c.name AS customer_name,
    p.id AS product_id, p.external_id AS product_external_id, item -> 'sku' AS sku, item -> 'name' AS name,
    item -> 'quantity' AS quantity, item -> 'unit_price' AS unit_price, item #> '{price_source,type}' AS price_source,
    item -> 'subtotal' AS subtotal, item -> 'discount' AS discount,
    coalesce((item ->> 'order_discount')::numeric, 0) AS order_discount, item -> 'total' AS total,
    (SELECT coalesce(sum((charge ->> 'amount')::numeric), 0) FROM json_array_elements(o.charges) charge
     WHERE (charge ->> 'item')::int = n - 1) AS charges_total,
    coalesce((item ->> 'returned_quantity')::numeric, 0) AS returned_quantity,
    iso(o.created_at) AS created_at, iso(o.updated_at) AS updated_at`;

/** The list of orders with the lines of each in place of the order, a row of JSON each, with a line break between them. */
export const orderLineRows: typeof orderList = {
  ...orderList,
  name: 'order-lines',
  document: `(
    SELECT string_agg(row_to_json(r)::text, chr(10) ORDER BY r.line) FROM (${LINE}
      FROM json_array_elements(o.items) WITH ORDINALITY l(item, n)
      JOIN products p ON p.tenant_id = :tenant_id AND p.id = (item ->> 'product_id')::int
      JOIN customers c ON c.tenant_id = :tenant_id AND c.id = o.customer_id
    ) r
  )`,
};
