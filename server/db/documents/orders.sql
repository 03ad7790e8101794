CREATE OR REPLACE FUNCTION orders_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.customer_id, NEW.status, NEW.allowed_transitions, NEW.currency,
      NEW.price_table_id, NEW.coupon_code, NEW.items, NEW.discounts, NEW.subtotal, NEW.discount_total,
      NEW.shipping_amount, NEW.total, NEW.paid_total, iso(NEW.paid_at) AS paid_at, NEW.shipping, NEW.notes,
      NEW.payments, NEW.delivery_attempts, NEW.status_history, NEW.changes, NEW.metadata, NEW.version,
      iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_document BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_document();
