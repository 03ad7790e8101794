CREATE OR REPLACE FUNCTION orders_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.placed_at := coalesce(NEW.placed_at, NEW.created_at);
  -- Payments without an id: rows from before revision 2, and what an older process records during a rolling deployment.
  -- A quote within a text is escaped, so no text looks like this.
  IF position('{"amount":' IN NEW.payments::text) > 0 THEN
    NEW.payments := (
      SELECT '[' || string_agg(CASE WHEN p ->> 'id' IS NULL
        THEN '{"id":' || n || ',' || substr(rtrim(p::text, '}'), 2) || ',"voided_at":null,"void_reason":null}'
        ELSE p::text END, ',' ORDER BY n) || ']'
      FROM json_array_elements(NEW.payments) WITH ORDINALITY payment(p, n));
  END IF;
  -- The same with lines. A line is written with its returned_quantity, or, by an older process, all of them without.
  IF position('"returned_quantity":' IN NEW.items::text) = 0 AND NEW.items::text <> '[]' THEN
    NEW.items := (
      SELECT '[' || string_agg(regexp_replace(i::text, '\s*}$', ',"returned_quantity":0}'), ',' ORDER BY n) || ']'
      FROM json_array_elements(NEW.items) WITH ORDINALITY line(i, n));
  END IF;
  -- And with the address, which had only the members that were sent until revision 3.
  IF NEW.shipping -> 'address' ->> 'street' IS NOT NULL AND NEW.shipping -> 'address' -> 'label' IS NULL THEN
    NEW.shipping := (
      SELECT jsonb_set(NEW.shipping::jsonb, '{address}', '{"label": null, "number": null, "complement": null,
        "district": null, "city_code": null, "state": null, "postal_code": null}'::jsonb || (NEW.shipping::jsonb -> 'address')));
  END IF;
  NEW.payment_confirmed := NEW.payment_confirmed OR NEW.paid_at IS NOT NULL;
  NEW.payment_status := CASE
    WHEN NEW.refunded_total > 0 THEN
      CASE WHEN NEW.refunded_total = NEW.paid_total THEN 'refunded' ELSE 'partially_refunded' END
    WHEN NEW.paid_total >= NEW.total THEN 'paid'
    WHEN NEW.paid_total > 0 THEN 'partially_paid'
    ELSE 'unpaid' END;
  SELECT row_to_json(d)::text INTO NEW.document FROM (
    SELECT NEW.id, NEW.external_id, NEW.customer_id, NEW.status, NEW.allowed_transitions, NEW.currency,
      NEW.price_table_id, NEW.coupon_code, NEW.items, NEW.discounts, NEW.subtotal, NEW.discount_total,
      NEW.shipping_amount, NEW.total, NEW.paid_total, iso(NEW.paid_at) AS paid_at, NEW.payment_status,
      NEW.refunded_total,
      greatest(NEW.paid_total - NEW.refunded_total - CASE NEW.status WHEN 'Canceled' THEN 0 ELSE NEW.total END, 0)
        AS refund_due,
      iso(NEW.placed_at) AS placed_at,
      -- An older order's shipping has the first three members only.
      CASE WHEN NEW.shipping -> 'modality' IS NULL AND NEW.shipping IS NOT NULL THEN json_build_object(
        'amount', NEW.shipping -> 'amount', 'method', NEW.shipping -> 'method', 'address', NEW.shipping -> 'address',
        'modality', NULL, 'carrier', NULL, 'tracking_code', NULL, 'volumes', NULL, 'gross_weight_kg', NULL
      ) ELSE NEW.shipping END AS shipping,
      NEW.channel, NEW.salesperson, NEW.fiscal_document, NEW.payment_terms, NEW.notes, NEW.payments, NEW.refunds,
      NEW.returns, NEW.delivery_attempts, NEW.status_history, NEW.changes, NEW.metadata, NEW.version,
      iso(NEW.created_at) AS created_at, iso(NEW.updated_at) AS updated_at
  ) d;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_document BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_document();
