-- revision 5
-- What is paid and due, of a row that is written here and of one that a change is about to write (change/write-change.ts).
CREATE OR REPLACE FUNCTION payment_status(total numeric, paid_total numeric, refunded_total numeric)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN refunded_total > 0 THEN CASE WHEN refunded_total = paid_total THEN 'refunded' ELSE 'partially_refunded' END
    WHEN paid_total >= total THEN 'paid'
    WHEN paid_total > 0 THEN 'partially_paid'
    ELSE 'unpaid' END
$$;
CREATE OR REPLACE FUNCTION refund_due(status text, total numeric, paid_total numeric, refunded_total numeric)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(paid_total - refunded_total - CASE status WHEN 'Canceled' THEN 0 ELSE total END, 0)
$$;

-- A shipping address that is from an older release has nobody who receives the order there.
CREATE OR REPLACE FUNCTION with_recipient(shipping json) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN shipping -> 'address' ->> 'street' IS NULL OR shipping -> 'address' -> 'recipient' IS NOT NULL THEN shipping
    ELSE replace(shipping::text, shipping ->> 'address',
      rtrim(shipping ->> 'address', E' \n}') || ',"recipient":null,"phone":null,"tax_id":null}')::json END
$$;

CREATE OR REPLACE FUNCTION orders_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shipping := with_recipient(NEW.shipping);
  NEW.placed_at := coalesce(NEW.placed_at, NEW.created_at);
  NEW.payment_confirmed := NEW.payment_confirmed OR NEW.paid_at IS NOT NULL;
  NEW.payment_status := payment_status(NEW.total, NEW.paid_total, NEW.refunded_total);
  -- One expression for the whole text: PL/pgSQL evaluates it by itself, where a query takes about twice as long. concat() leaves out
  -- what is null.
  NEW.document := concat(
    '{"id":', NEW.id,
    ',"external_id":', coalesce(to_json(NEW.external_id)::text, 'null'),
    ',"customer_id":', NEW.customer_id,
    ',"status":', to_json(NEW.status),
    ',"allowed_transitions":', NEW.allowed_transitions,
    ',"currency":', to_json(NEW.currency),
    ',"price_table_id":', coalesce(NEW.price_table_id::text, 'null'),
    ',"coupon_code":', coalesce(to_json(NEW.coupon_code)::text, 'null'),
    ',"items":', NEW.items,
    ',"discounts":', NEW.discounts,
    ',"subtotal":', NEW.subtotal,
    ',"discount_total":', NEW.discount_total,
    ',"shipping_amount":', NEW.shipping_amount,
    ',"total":', NEW.total,
    ',"paid_total":', NEW.paid_total,
    ',"paid_at":', coalesce('"' || iso(NEW.paid_at) || '"', 'null'),
    ',"payment_status":', to_json(NEW.payment_status),
    ',"refunded_total":', NEW.refunded_total,
    ',"refund_due":', refund_due(NEW.status, NEW.total, NEW.paid_total, NEW.refunded_total),
    ',"placed_at":', to_json(iso(NEW.placed_at)),
    ',"shipping":', coalesce(NEW.shipping::text, 'null'),
    ',"channel":', coalesce(to_json(NEW.channel)::text, 'null'),
    ',"salesperson":', coalesce(NEW.salesperson::text, 'null'),
    ',"fiscal_document":', coalesce(NEW.fiscal_document::text, 'null'),
    ',"payment_terms":', NEW.payment_terms,
    ',"notes":', coalesce(to_json(NEW.notes)::text, 'null'),
    ',"payments":', NEW.payments,
    ',"refunds":', NEW.refunds,
    ',"returns":', NEW.returns,
    ',"delivery_attempts":', NEW.delivery_attempts,
    ',"status_history":', NEW.status_history,
    ',"changes":', NEW.changes,
    ',"metadata":', NEW.metadata,
    ',"version":', NEW.version,
    ',"created_at":', to_json(iso(NEW.created_at)),
    ',"updated_at":', to_json(iso(NEW.updated_at)),
    ',"agreed_discount":', NEW.agreed_discount,
    ',"charges":', NEW.charges,
    ',"charges_total":', NEW.charges_total,
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_document BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_document();
