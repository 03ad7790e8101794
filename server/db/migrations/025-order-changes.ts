export const name = '025-order-changes';

export const sql = `
-- The newest changes are in the order's document; here are all of them.
ALTER TABLE orders ADD changes json NOT NULL DEFAULT '[]';
CREATE TABLE order_changes (
  tenant_id integer NOT NULL,
  order_id integer NOT NULL,
  -- The order's version after the change.
  version integer NOT NULL,
  actor text NOT NULL,
  fields json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, order_id, version),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id)
);

-- A change can lower the total below what was paid.
ALTER TABLE orders DROP CONSTRAINT orders_check, ADD CHECK (paid_total >= 0);
`;
