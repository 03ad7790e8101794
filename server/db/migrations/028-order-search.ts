export const name = '028-order-search';

export const sql = `
-- The document's trigger writes it: for orders from before when their documents are rebuilt at the next start.
ALTER TABLE orders ADD placed_at timestamptz(3);
CREATE INDEX orders_placed ON orders (tenant_id, placed_at, id);
CREATE INDEX orders_payment_status ON orders (tenant_id, payment_status, id);
CREATE INDEX orders_payment_status_updated ON orders (tenant_id, payment_status, updated_at, id);
CREATE STATISTICS orders_payment_status_of_tenant (mcv) ON tenant_id, payment_status FROM orders;
ALTER STATISTICS orders_payment_status_of_tenant SET STATISTICS 1000;
CREATE INDEX orders_channel ON orders (tenant_id, channel, id) WHERE channel IS NOT NULL;
CREATE INDEX orders_channel_updated ON orders (tenant_id, channel, updated_at, id) WHERE channel IS NOT NULL;
CREATE INDEX orders_coupon_code ON orders (tenant_id, lower(coupon_code), id) WHERE coupon_code IS NOT NULL;
CREATE INDEX orders_coupon_code_updated ON orders (tenant_id, lower(coupon_code), updated_at, id)
  WHERE coupon_code IS NOT NULL;

-- For finding orders by product and for sums by product. An order is still read and changed as a whole, in orders.items.
CREATE TABLE order_lines (
  tenant_id integer NOT NULL,
  order_id integer NOT NULL,
  line smallint NOT NULL,
  product_id integer NOT NULL,
  quantity numeric(15,3) NOT NULL,
  subtotal numeric(12,2) NOT NULL,
  discount numeric(12,2) NOT NULL,
  total numeric(12,2) NOT NULL,
  PRIMARY KEY (tenant_id, order_id, line),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders (tenant_id, id)
);
CREATE INDEX order_lines_product ON order_lines (tenant_id, product_id, order_id);

CREATE FUNCTION order_lines_of(o orders) RETURNS SETOF order_lines LANGUAGE sql STABLE AS $$
  SELECT o.tenant_id, o.id, row_number() OVER ()::smallint, l.product_id, l.quantity, l.subtotal, l.discount, l.total
  FROM json_to_recordset(o.items) l (product_id integer, quantity numeric, subtotal numeric, discount numeric, total numeric)
$$;

INSERT INTO order_lines SELECT l.* FROM orders o, order_lines_of(o) l;

CREATE FUNCTION orders_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM order_lines WHERE tenant_id = NEW.tenant_id AND order_id = NEW.id;
  END IF;
  INSERT INTO order_lines SELECT * FROM order_lines_of(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_lines_inserted AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION orders_lines();
-- json has no equality; its text will do, because only whole orders are written.
CREATE TRIGGER orders_lines_updated AFTER UPDATE OF items ON orders FOR EACH ROW
  WHEN (NEW.items::text <> OLD.items::text) EXECUTE FUNCTION orders_lines();
`;
