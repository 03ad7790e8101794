-- revision 7
-- What is paid and due, of a row that is written here and of one that a change is about to write (change/write-change.ts).

-- What of the refunds counts on neither side, as if the total had always been what it is now: a refund gives back what was too much when it
-- was made, and a payment that was given back whole is gone, once there is other money. Not of returned goods. A part of a payment that
-- came before the order was paid takes nothing of those that came afterwards: each of them is given back by itself. A refund that is dated
-- before there was money waits for it.
CREATE OR REPLACE FUNCTION surplus_refunded_total_of(total numeric, payments json, refunds json, returns json)
RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  entry record;
  paid numeric := 0;
  refunded numeric := 0; -- of anything
  of_goods numeric := 0;
  beyond numeric := 0; -- paid when the order was paid already
  beyond_ids text[] := '{}';
  back numeric := 0; -- the result
  back_of_others numeric := 0; -- of what isn't in "beyond"
  back_by_id jsonb := '{}';
  gone numeric := 0; -- given back whole, until there is other money
  waiting numeric := 0; -- refunds without money yet
  amount numeric;
  free numeric;
  here numeric;
BEGIN
  FOR entry IN
    WITH payment AS (
      SELECT n, p ->> 'id' AS id, (p ->> 'amount')::numeric AS worth, p ->> 'paid_at' AS at
      FROM json_array_elements(payments) WITH ORDINALITY l(p, n) WHERE p ->> 'voided_at' IS NULL
    ), refund AS (
      SELECT l.n, r ->> 'payment_id' AS id, (r ->> 'amount')::numeric AS worth, greatest(r ->> 'refunded_at', payment.at) AS at,
        payment.worth AS of_amount,
        EXISTS (SELECT FROM json_array_elements(returns) b WHERE b ->> 'refund_id' = r ->> 'id') AS is_of_goods
      FROM json_array_elements(refunds) WITH ORDINALITY l(r, n) LEFT JOIN payment ON payment.id = r ->> 'payment_id'
    )
    SELECT false AS is_refund, n, id, worth, at, false AS is_of_goods, NULL::numeric AS whole FROM payment
    UNION ALL
    SELECT true, n, id, worth, at, is_of_goods, CASE WHEN sum(worth) OVER (PARTITION BY id ORDER BY at, n) >= of_amount THEN of_amount END
    FROM refund ORDER BY at, is_refund, n
  LOOP
    amount := entry.worth;
    IF NOT entry.is_refund THEN
      IF paid - back - gone >= total THEN
        beyond := beyond + amount;
        beyond_ids := beyond_ids || entry.id;
      END IF;
      paid := paid + amount;
      back_of_others := back_of_others + least(gone, greatest(paid - total - beyond - back_of_others, 0));
      back := back + gone;
      gone := 0;
      entry.id := NULL; -- what waits names none
      amount := least(waiting, paid - refunded);
      waiting := waiting - amount;
    ELSIF entry.is_of_goods THEN
      refunded := refunded + amount;
      of_goods := of_goods + amount;
      CONTINUE;
    ELSIF entry.id IS NULL THEN
      amount := least(amount, greatest(paid - refunded, 0));
      waiting := waiting + entry.worth - amount;
    END IF;
    CONTINUE WHEN amount <= 0;
    refunded := refunded + amount;
    free := greatest(paid - total - beyond - back_of_others, 0);
    here := least(amount, greatest(paid - total - back, 0));
    IF entry.id IS NOT NULL AND entry.id <> ALL (beyond_ids) AND entry.whole IS NULL THEN
      here := least(here, free);
    END IF;
    IF entry.id IS NULL OR entry.id <> ALL (beyond_ids) THEN
      back_of_others := back_of_others + least(here, free);
    END IF;
    back := back + here;
    IF entry.id IS NOT NULL THEN
      back_by_id := back_by_id || jsonb_build_object(entry.id, coalesce((back_by_id ->> entry.id)::numeric, 0) + here);
    END IF;
    IF refunded >= paid THEN
      gone := greatest(paid - back - of_goods, 0);
    ELSIF entry.whole IS NOT NULL THEN
      here := entry.whole - (back_by_id ->> entry.id)::numeric;
      amount := least(here, greatest(paid - total - back, 0));
      back := back + amount;
      gone := gone + here - amount;
    END IF;
  END LOOP;
  RETURN back;
END $$;

-- What stays of it without the payment that is voided: if that came by mistake, it made no refund one of too much that doesn't say so.
CREATE OR REPLACE FUNCTION surplus_after_void(surplus numeric, refunds json)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT least(surplus, coalesce(sum((r ->> 'amount')::numeric), 0)) FROM json_array_elements(refunds) r WHERE r ->> 'payment_id' IS NOT NULL
$$;
CREATE OR REPLACE FUNCTION payment_status(total numeric, paid_total numeric, refunded_total numeric, surplus_refunded_total numeric)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN refunded_total > surplus_refunded_total THEN CASE WHEN refunded_total = paid_total THEN 'refunded' ELSE 'partially_refunded' END
    WHEN paid_total - surplus_refunded_total >= total THEN 'paid'
    WHEN paid_total > surplus_refunded_total THEN 'partially_paid'
    ELSE 'unpaid' END
$$;
CREATE OR REPLACE FUNCTION refund_due(status text, total numeric, paid_total numeric, refunded_total numeric, surplus_refunded_total numeric)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status WHEN 'Canceled' THEN paid_total - refunded_total
    ELSE greatest(least(paid_total - surplus_refunded_total - total, paid_total - refunded_total), 0) END
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
  IF NEW.refunded_total > 0 THEN
    DECLARE
      surplus numeric := surplus_refunded_total_of(NEW.total, NEW.payments, NEW.refunds, NEW.returns);
    BEGIN
      -- What went back as too much stays so, even if the total rises later or a payment is voided.
      IF TG_OP = 'INSERT' THEN
        NEW.surplus_at_refunds := surplus;
      ELSE
        NEW.surplus_at_refunds := coalesce(OLD.surplus_at_refunds, OLD.surplus_refunded_total);
        IF NEW.refunded_total > OLD.refunded_total THEN
          NEW.surplus_at_refunds := greatest(NEW.surplus_at_refunds, surplus);
        ELSIF NEW.paid_total < OLD.paid_total THEN
          NEW.surplus_at_refunds := surplus_after_void(NEW.surplus_at_refunds, NEW.refunds);
        END IF;
      END IF;
      NEW.surplus_refunded_total := greatest(NEW.surplus_at_refunds, surplus);
      IF NEW.paid_total - NEW.surplus_refunded_total < NEW.total THEN
        NEW.paid_at := NULL;
      END IF;
    END;
  END IF;
  NEW.payment_confirmed := NEW.payment_confirmed OR NEW.paid_at IS NOT NULL;
  NEW.payment_status := payment_status(NEW.total, NEW.paid_total, NEW.refunded_total, NEW.surplus_refunded_total);
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
    ',"refund_due":', refund_due(NEW.status, NEW.total, NEW.paid_total, NEW.refunded_total, NEW.surplus_refunded_total),
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
    ',"surplus_refunded_total":', NEW.surplus_refunded_total,
    '}');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_document BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_document();
