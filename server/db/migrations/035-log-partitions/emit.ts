/**
 * As in migration 006. Both forms of the log take it, so it comes first: the primary key knows a second delivery of an event by its
 * id, and where ids were random, the unique key that their partition keeps. The settings for look-ups of foreign keys have gone with
 * these.
 */
export const DELIVER = `
CREATE OR REPLACE FUNCTION deliver_event(p_tenant_id integer, p_event_id uuid, p_registrations integer[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  WITH delivery AS (
    INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id)
      SELECT p_tenant_id, delivery_id(p_event_id, r), p_event_id, r FROM unnest(p_registrations) r
      ON CONFLICT DO NOTHING
      RETURNING tenant_id, id, event_id, registration_id
  )
  INSERT INTO webhook_queue (tenant_id, delivery_id, event_id, registration_id)
    SELECT tenant_id, id, event_id, registration_id FROM delivery;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  -- Workers hear of it when the transaction is committed; one message a tenant, however many events it has.
  IF v_count > 0 THEN PERFORM pg_notify('webhook_deliveries', p_tenant_id::text); END IF;
  RETURN v_count;
END $$;
`;

/** As in migration 016, with ids of the present hour. */
export const EMIT = `
CREATE OR REPLACE FUNCTION emit_event(p_tenant_id integer, p_kind text, p_data text, p_order_id integer DEFAULT NULL) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := new_log_id();
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
  v_id uuid := new_log_id();
  v_now timestamptz(3) := clock_timestamp();
BEGIN
  INSERT INTO events (tenant_id, event_id, kind, body, occurred_at, test, order_id) VALUES (p_tenant_id, v_id, p_kind,
    event_envelope(p_kind, v_id, p_tenant_id, v_now, p_data, true), v_now, true, (p_data::json ->> 'order_id')::integer);
  PERFORM deliver_event(p_tenant_id, v_id, ARRAY[p_registration_id]);
  RETURN v_id;
END $$;
`;
