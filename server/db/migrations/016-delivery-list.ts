export const name = '016-delivery-list';

export const sql = `
-- The list of all deliveries, newest first. No column is ever null: NULLS LAST makes an order that no other index has and
-- that the other lists don't ask for. So the planner can't read this index from the top for a list of few failed deliveries,
-- as it did while its statistics dated from an hour when everything failed.
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries
  (tenant_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

-- An index that names status, even in its WHERE, would make PostgreSQL write every index of the table each time a delivery
-- succeeds: an update is heap-only (HOT) as long as no indexed column changes. This column is NULL before and after
-- a success at the first attempt, so only deliveries that fail pay for their index.
ALTER TABLE webhook_deliveries ADD failing_status text
  GENERATED ALWAYS AS (CASE WHEN status IN ('RETRYING', 'FAILED') THEN status END) STORED;
CREATE INDEX webhook_deliveries_failing ON webhook_deliveries (tenant_id, failing_status, created_at, id)
  WHERE failing_status IS NOT NULL;

-- The order that an event is about, so that its deliveries can be found by it. Other events pay nothing for the index.
ALTER TABLE events ADD order_id integer;
UPDATE events SET order_id = (body::json #>> '{data,order_id}')::integer
WHERE kind LIKE 'order.%' OR kind IN ('delivery.completed', 'delivery.failed');
CREATE INDEX events_order ON events (tenant_id, order_id) WHERE order_id IS NOT NULL;

-- As in migration 006, with the order's id. A default instead of a second function: PostgreSQL couldn't choose between
-- the two in a call with three arguments.
DROP FUNCTION emit_event(integer, text, text);
CREATE FUNCTION emit_event(p_tenant_id integer, p_kind text, p_data text, p_order_id integer DEFAULT NULL) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := gen_random_uuid();
  v_now timestamptz(3) := clock_timestamp();
  v_registrations integer[];
BEGIN
  INSERT INTO events (tenant_id, event_id, kind, body, occurred_at, order_id) VALUES (p_tenant_id, v_id, p_kind,
    event_envelope(p_kind, v_id, p_tenant_id, v_now, p_data, false), v_now, p_order_id);
  SELECT array_agg(r.id) INTO v_registrations FROM webhook_registrations r JOIN tenants t USING (tenant_id)
    WHERE r.tenant_id = p_tenant_id AND r.active AND t.webhooks_enabled AND p_kind = ANY (r.events);
  IF v_registrations IS NOT NULL THEN PERFORM deliver_event(p_tenant_id, v_id, v_registrations); END IF;
  RETURN v_id;
END $$;

CREATE OR REPLACE FUNCTION emit_test_event(p_tenant_id integer, p_registration_id integer, p_kind text, p_data text)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := gen_random_uuid();
  v_now timestamptz(3) := clock_timestamp();
BEGIN
  INSERT INTO events (tenant_id, event_id, kind, body, occurred_at, test, order_id) VALUES (p_tenant_id, v_id, p_kind,
    event_envelope(p_kind, v_id, p_tenant_id, v_now, p_data, true), v_now, true, (p_data::json ->> 'order_id')::integer);
  PERFORM deliver_event(p_tenant_id, v_id, ARRAY[p_registration_id]);
  RETURN v_id;
END $$;
`;
