export const name = '037-emit-events';

/**
 * emit_event for all rows of a batch: 100 calls of it took longer than to write the rows. Events keep the order of the arrays, also
 * in the queue, where those of one moment have no other order.
 */
export const sql = `
CREATE FUNCTION emit_events(p_tenant_id integer, p_kinds text[], p_data text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  WITH event AS (
    INSERT INTO events (tenant_id, event_id, kind, body, occurred_at)
    SELECT p_tenant_id, e.id, e.kind, event_envelope(e.kind, e.id, p_tenant_id, e.at, e.data, false), e.at
    -- OFFSET 0: id and time are made once for each event, not once for each column.
    FROM (
      SELECT kind, data, gen_random_uuid() AS id, clock_timestamp()::timestamptz(3) AS at
      FROM unnest(p_kinds, p_data) AS u(kind, data) OFFSET 0
    ) e
    RETURNING event_id, kind, occurred_at, position
  ), registration AS MATERIALIZED (
    SELECT r.id, r.events FROM webhook_registrations r JOIN tenants t USING (tenant_id)
    WHERE r.tenant_id = p_tenant_id AND r.active AND t.webhooks_enabled AND r.events && p_kinds
  ), delivery AS (
    INSERT INTO webhook_deliveries (tenant_id, event_id, registration_id)
    SELECT p_tenant_id, e.event_id, r.id FROM event e JOIN registration r ON e.kind = ANY (r.events) ORDER BY e.position
    RETURNING id, event_id, registration_id
  )
  INSERT INTO webhook_queue (tenant_id, delivery_id, event_id, registration_id, due_at)
    SELECT p_tenant_id, d.id, d.event_id, d.registration_id, e.occurred_at FROM delivery d JOIN event e USING (event_id)
    ORDER BY e.position;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  IF v_count > 0 THEN PERFORM pg_notify('webhook_deliveries', p_tenant_id::text); END IF;
  RETURN v_count;
END $$;
`;
