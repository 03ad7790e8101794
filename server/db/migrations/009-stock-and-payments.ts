export const name = '009-stock-and-payments';

export const sql = `
-- Whoever has locked a balance learns from it whether its product was deleted while he waited: a row that he only reads
-- is still the one of the statement's beginning.
ALTER TABLE stock_balances ADD deleted_at timestamptz(3);
UPDATE stock_balances b SET deleted_at = p.deleted_at FROM products p
WHERE p.tenant_id = b.tenant_id AND p.id = b.product_id AND p.deleted_at IS NOT NULL;

-- An order that costs nothing is paid. Those from before could never become so; whoever waits for it is told now.
WITH o AS (
  UPDATE orders SET paid_at = statement_timestamp(), version = version + 1, updated_at = statement_timestamp()
  WHERE total = 0 AND paid_at IS NULL AND status <> 'Canceled' RETURNING *
)
SELECT emit_event(o.tenant_id, 'order.payment_confirmed', '{"order_id":' || o.id || ',"customer_id":' || o.customer_id
  || ',"total":' || o.total || ',"status":' || to_json(o.status) || ',"order":' || o.document || ',"paid_total":'
  || o.paid_total || ',"paid_at":"' || iso(o.paid_at) || '"}') FROM o;
`;
