-- revision 7
-- What is paid and due, of a row that is written here and of one that a change is about to write (change/write-change.ts).

-- The totals that an order had before, oldest first, each until when. The last 20: nobody edits a total more often, and the row stays small.
CREATE OR REPLACE FUNCTION former_totals_after(former_totals json, before numeric, total numeric)
RETURNS json LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN before = total THEN former_totals ELSE (
    SELECT json_agg(f ORDER BY n) FROM (
      SELECT f, n FROM json_array_elements(former_totals) WITH ORDINALITY l(f, n) WHERE n > json_array_length(former_totals) - 19
      UNION ALL SELECT json_build_object('until', iso(statement_timestamp()), 'total', before), 21
    ) kept
  ) END
$$;

-- What of the refunds gave back money beyond the total. They are gone through with the payments and the totals in the order of time, so
-- what is recorded late, or voided as a mistake, changes nothing.
--   A refund gives back what is too much when it is made. Of returned goods it never does.
--   What it gives back beyond that is too much as long as the total is lower than it was then.
--   A part of a payment that came before the order was paid takes nothing of those that came afterwards: each is given back by itself. But
--   who gives back all that is too much means that, whichever payment it goes through.
--   A payment that went back whole is gone once another one comes, and so is all money once all of it went back.
--   A refund dated before there was money waits for it. One that names a payment saw those that were voided since, until then.
CREATE OR REPLACE FUNCTION surplus_refunded_total_of(total numeric, former_totals json, payments json, refunds json, returns json)
RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  entry record;
  due numeric; -- the total at the time
  paid numeric := 0;
  voided numeric := 0; -- paid, and voided later
  given numeric := 0; -- refunds, but of goods
  of_goods numeric := 0;
  goods_by_id jsonb := '{}';
  beyond numeric := 0; -- paid when the order was paid already
  beyond_ids text[] := '{}';
  doubted jsonb := '{}'; -- those that were beyond only beside a payment that is voided later
  back numeric := 0; -- the result, but for what the lower total adds
  back_of_others numeric := 0; -- of what isn't in "beyond"
  back_by_id jsonb := '{}';
  highest numeric := 0; -- the highest total at which more was given back than was too much
  lowered numeric := 0; -- what of that is too much since the total is lower
  gone numeric := 0; -- given back whole, until another payment comes
  waiting numeric := 0; -- refunds without money yet
  amount numeric;
  room numeric; -- what is too much
  free numeric; -- what of it isn't in "beyond"
  here numeric;
BEGIN
  FOR entry IN
    WITH payment AS (
      SELECT n, p ->> 'id' AS id, (p ->> 'amount')::numeric AS worth, p ->> 'paid_at' AS at, p ->> 'voided_at' AS voided_at
      FROM json_array_elements(payments) WITH ORDINALITY l(p, n)
      WHERE p ->> 'voided_at' IS NULL OR p ->> 'paid_at' < p ->> 'voided_at'
    ), refund AS (
      SELECT l.n, r ->> 'payment_id' AS id, (r ->> 'amount')::numeric AS worth, greatest(r ->> 'refunded_at', payment.at) AS at,
        payment.worth AS of_amount,
        EXISTS (SELECT FROM json_array_elements(returns) b WHERE b ->> 'refund_id' = r ->> 'id') AS is_of_goods
      FROM json_array_elements(refunds) WITH ORDINALITY l(r, n) LEFT JOIN payment ON payment.id = r ->> 'payment_id'
    )
    SELECT 0 AS kind, n, NULL AS id, coalesce(lead((f ->> 'total')::numeric) OVER (ORDER BY n), total) AS worth, f ->> 'until' AS at,
      false AS is_of_goods, NULL::numeric AS whole, false AS is_voided
    FROM json_array_elements(former_totals) WITH ORDINALITY l(f, n)
    UNION ALL SELECT 1, n, id, worth, at, false, NULL, voided_at IS NOT NULL FROM payment
    UNION ALL SELECT 2, n, id, worth, at, is_of_goods,
      CASE WHEN sum(worth) OVER (PARTITION BY id ORDER BY at, n) >= of_amount THEN of_amount END, false
    FROM refund
    UNION ALL SELECT 3, n, id, worth, voided_at, false, NULL, true FROM payment WHERE voided_at IS NOT NULL
    ORDER BY at, kind, n
  LOOP
    due := coalesce(due, (former_totals -> 0 ->> 'total')::numeric, total);
    lowered := greatest(least(given - back, highest - due, paid - due - back), 0);
    amount := entry.worth;
    IF entry.kind = 0 THEN
      due := amount;
      CONTINUE;
    ELSIF entry.is_voided THEN
      voided := voided + CASE entry.kind WHEN 1 THEN amount ELSE -amount END;
      IF entry.kind = 3 THEN
        beyond := beyond - coalesce((SELECT sum(value::numeric) FROM jsonb_each_text(doubted)), 0);
        back_of_others := back_of_others
          + coalesce((SELECT sum((back_by_id ->> key)::numeric) FROM jsonb_object_keys(doubted) key), 0);
        beyond_ids := ARRAY (SELECT unnest(beyond_ids) EXCEPT SELECT jsonb_object_keys(doubted));
        doubted := '{}';
      END IF;
      CONTINUE;
    ELSIF entry.kind = 1 THEN
      IF paid + voided - back - lowered - gone >= due THEN
        beyond := beyond + amount;
        beyond_ids := beyond_ids || entry.id;
        IF paid - back - lowered - gone < due THEN
          doubted := doubted || jsonb_build_object(entry.id, amount);
        END IF;
      END IF;
      paid := paid + amount;
      back_of_others := back_of_others + least(gone, greatest(paid - due - beyond - back_of_others, 0));
      back := back + gone;
      gone := 0;
      entry.id := NULL; -- what waits names none
      amount := greatest(least(waiting, paid - given - of_goods), 0);
      waiting := waiting - amount;
    ELSIF entry.is_of_goods THEN
      of_goods := of_goods + amount;
      goods_by_id := goods_by_id || jsonb_build_object(coalesce(entry.id, ''), coalesce((goods_by_id ->> entry.id)::numeric, 0) + amount);
      amount := 0;
    ELSIF entry.id IS NULL THEN
      amount := least(amount, greatest(paid - given - of_goods, 0));
      waiting := waiting + entry.worth - amount;
    END IF;
    CONTINUE WHEN amount <= 0 AND NOT entry.is_of_goods;
    given := given + amount;
    room := greatest(paid - due - back - lowered + CASE WHEN entry.id IS NULL THEN 0 ELSE voided END, 0);
    here := least(amount, room);
    IF entry.id IS NULL OR entry.id <> ALL (beyond_ids) THEN
      free := greatest(paid - due - beyond - back_of_others - lowered, 0);
      IF entry.id IS NOT NULL AND entry.whole IS NULL AND amount < room THEN
        here := least(here, free);
      END IF;
      back_of_others := back_of_others + least(here, free);
    END IF;
    back := back + here;
    IF here < amount THEN
      highest := greatest(highest, due);
    END IF;
    IF entry.id IS NOT NULL THEN
      back_by_id := back_by_id || jsonb_build_object(entry.id, coalesce((back_by_id ->> entry.id)::numeric, 0) + here);
    END IF;
    IF given + of_goods >= paid THEN
      gone := greatest(paid - back - of_goods, 0);
    ELSIF entry.whole IS NOT NULL THEN
      -- What of it went back with everything, before other payments came, is counted already.
      here := least(given - back - gone,
        entry.whole - coalesce((goods_by_id ->> entry.id)::numeric, 0) - (back_by_id ->> entry.id)::numeric);
      amount := least(here, greatest(paid + voided - due - back - lowered, 0));
      back := back + amount;
      gone := gone + here - amount;
    END IF;
  END LOOP;
  RETURN back + greatest(least(given - back, highest - total, paid - total - back), 0);
END $$;
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
  IF TG_OP = 'UPDATE' THEN
    NEW.former_totals := OLD.former_totals;
    -- A row of 0.2.0 doesn't say that its total was lower when more went back.
    IF OLD.former_totals IS NULL AND OLD.surplus_refunded_total > 0 AND OLD.surplus_refunded_total
      > surplus_refunded_total_of(OLD.total, NULL, OLD.payments, OLD.refunds, OLD.returns) THEN
      NEW.former_totals := former_totals_after(NULL, OLD.paid_total - OLD.surplus_refunded_total, OLD.total);
    END IF;
    NEW.former_totals := former_totals_after(NEW.former_totals, OLD.total, NEW.total);
  END IF;
  IF NEW.refunded_total > 0 THEN
    NEW.surplus_refunded_total := surplus_refunded_total_of(NEW.total, NEW.former_totals, NEW.payments, NEW.refunds, NEW.returns);
    IF NEW.paid_total - NEW.surplus_refunded_total < NEW.total THEN
      NEW.paid_at := NULL;
    ELSIF NEW.paid_at IS NULL THEN
      NEW.paid_at := coalesce((
        SELECT max((p ->> 'paid_at')::timestamptz) FROM json_array_elements(NEW.payments) p WHERE p ->> 'voided_at' IS NULL
      ), statement_timestamp());
    END IF;
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
