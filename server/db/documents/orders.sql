CREATE OR REPLACE FUNCTION orders_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.customer_id, NEW.status, NEW.allowed_transitions, NEW.currency,
      NEW.price_table_id, NEW.coupon_code, NEW.items, NEW.discounts, NEW.subtotal, NEW.discount_total,
      NEW.shipping_amount, NEW.total, NEW.paid_total, iso(NEW.paid_at) AS paid_at,
      -- An older order's shipping has the first three members only.
      CASE WHEN NEW.shipping -> 'modality' IS NULL AND NEW.shipping IS NOT NULL THEN json_build_object(
        'amount', NEW.shipping -> 'amount', 'method', NEW.shipping -> 'method', 'address', NEW.shipping -> 'address',
        'modality', NULL, 'carrier', NULL, 'tracking_code', NULL, 'volumes', NULL, 'gross_weight_kg', NULL
      ) ELSE NEW.shipping END AS shipping,
      NEW.channel, NEW.salesperson, NEW.fiscal_document, NEW.payment_terms, NEW.notes,
      NEW.payments, NEW.delivery_attempts, NEW.status_history, NEW.changes, NEW.metadata, NEW.version,
      iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_document BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_document();
