import type { Step } from './migration.ts';

/** Events that are in the feed alone, as those of an import: no webhook is sent for them, and a recovery doesn't take them for missed. */
export const name = '047-feed-events';

/** As in migration 042, for events about orders, too. */
const EMIT_EVENTS = `
CREATE FUNCTION emit_events(p_tenant_id integer, p_kinds text[], p_data text[], p_order_ids integer[], p_feed_only boolean)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
  v_random text := gen_random_uuid()::text;
  v_prefix text := log_id_prefix() || substr(v_random, 19, 6);
  v_before bigint := ('x' || substr(v_random, 25))::bit(48)::bigint;
BEGIN
  WITH event AS (
    INSERT INTO events (tenant_id, event_id, kind, body, occurred_at, order_id, feed_only)
    SELECT p_tenant_id, e.id, e.kind, event_envelope(e.kind, e.id, p_tenant_id, e.at, e.data, false), e.at, e.order_id, p_feed_only
    -- OFFSET 0: id and time are made once for each event, not once for each column.
    FROM (
      SELECT kind, data, order_id, (v_prefix || lpad(to_hex((v_before + n) & ${2 ** 48 - 1}), 12, '0'))::uuid AS id,
        clock_timestamp()::timestamptz(3) AS at
      FROM unnest(p_kinds, p_data, p_order_ids) WITH ORDINALITY AS u(kind, data, order_id, n) OFFSET 0
    ) e
    RETURNING event_id, kind, occurred_at, position
  ), registration AS MATERIALIZED (
    SELECT r.id, r.events FROM webhook_registrations r JOIN tenants t USING (tenant_id)
    WHERE r.tenant_id = p_tenant_id AND r.active AND t.webhooks_enabled AND r.events && p_kinds AND NOT p_feed_only
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

CREATE OR REPLACE FUNCTION emit_events(p_tenant_id integer, p_kinds text[], p_data text[]) RETURNS integer LANGUAGE sql AS $$
  SELECT emit_events(p_tenant_id, p_kinds, p_data, '{}'::integer[], false)
$$;
`;

export const steps: readonly Step[] = [
  'ALTER TABLE events ADD feed_only boolean NOT NULL DEFAULT false',
  EMIT_EVENTS,
];
