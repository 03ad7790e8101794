-- An order of three lines: what ours writes, in one statement, without reading or deciding anything before. The tenants and their
-- products have consecutive ids. The first product is one of :spread, all of which are active.
\set n random(0, :tenants - 1)
\set tenant :first_tenant + :n
\set a :first_product + :n * :products + random(0, :spread - 1)
\set b :a + 20
\set c :a + 40
WITH locked AS MATERIALIZED (
  SELECT product_id, reserved FROM stock_balances
  WHERE tenant_id = :tenant AND product_id IN (:a, :b, :c) AND deleted_at IS NULL ORDER BY product_id FOR UPDATE
), reserved AS (
  UPDATE stock_balances b SET reserved = l.reserved + 1, updated_at = statement_timestamp()
  FROM locked l WHERE b.tenant_id = :tenant AND b.product_id = l.product_id RETURNING b.*
), line AS (
  SELECT sum(price) AS total, json_agg(json_build_object('product_id', id, 'sku', sku, 'name', name, 'quantity', 1,
    'unit_price', price, 'price_source', json_build_object('type', 'product', 'price_table_id', NULL),
    'subtotal', price, 'discount', 0, 'order_discount', 0, 'total', price, 'returned_quantity', 0) ORDER BY id) AS items
  FROM products WHERE tenant_id = :tenant AND id IN (:a, :b, :c)
), o AS (
  INSERT INTO orders (tenant_id, customer_id, status, allowed_transitions, status_history, currency, items, subtotal,
    shipping_amount, total, metadata)
  SELECT :tenant, 1, 'Pending', '["In_Transit","Canceled"]', json_build_array(json_build_object('status', 'Pending',
    'reason', NULL, 'actor', :actor::text, 'at', iso(statement_timestamp()::timestamptz(3)))), 'BRL', items, total, 0, total, '{}'
  FROM line RETURNING *
), ledger AS (
  INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
  SELECT :tenant, r.product_id, 'reservation', 1, r.on_hand, r.reserved, o.id, :actor FROM reserved r, o
)
SELECT document, emit_event(tenant_id, 'order.created', '{"order_id":' || id || ',"customer_id":' || customer_id ||
  ',"total":' || total || ',"status":"Pending","order":' || document || '}', id) FROM o;
