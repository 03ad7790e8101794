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

/** As in migrations 016 and 037, with ids of the present hour. */
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

CREATE OR REPLACE FUNCTION emit_events(p_tenant_id integer, p_kinds text[], p_data text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  WITH event AS (
    INSERT INTO events (tenant_id, event_id, kind, body, occurred_at)
    SELECT p_tenant_id, e.id, e.kind, event_envelope(e.kind, e.id, p_tenant_id, e.at, e.data, false), e.at
    -- OFFSET 0: id and time are made once for each event, not once for each column.
    FROM (
      SELECT kind, data, new_log_id() AS id, clock_timestamp()::timestamptz(3) AS at
      FROM unnest(p_kinds, p_data) AS u(kind, data) OFFSET 0
    ) e
    RETURNING event_id, kind, occurred_at, position
  ), registration AS MATERIALIZED (
    SELECT r.id, r.events FROM webhook_registrations r JOIN tenants t USING (tenant_id)
    WHERE r.tenant_id = p_tenant_id AND r.active AND t.webhooks_enabled AND r.events && p_kinds
  ), delivery AS (
    INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id)
    SELECT p_tenant_id, delivery_id(e.event_id, r.id), e.event_id, r.id
    FROM event e JOIN registration r ON e.kind = ANY (r.events) ORDER BY e.position
    RETURNING id, event_id, registration_id
  )
  INSERT INTO webhook_queue (tenant_id, delivery_id, event_id, registration_id, due_at)
    SELECT p_tenant_id, d.id, d.event_id, d.registration_id, e.occurred_at FROM delivery d JOIN event e USING (event_id)
    ORDER BY e.position;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  IF v_count > 0 THEN PERFORM pg_notify('webhook_deliveries', p_tenant_id::text); END IF;
  RETURN v_count;
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
