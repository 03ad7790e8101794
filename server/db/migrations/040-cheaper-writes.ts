import type { Step } from './migration.ts';

/** Takes work out of each write of a row with a document, of each event, and of each product (docs/performance.md, "Batches"). */
export const name = '040-cheaper-writes';

/**
 * PostgreSQL doesn't put an immutable function's text in place of its call if the text has a stable function, like to_char. Each call
 * was a statement of its own: a document has three, and an event's envelope one. No index needs it to be immutable.
 */
const ISO = `
CREATE OR REPLACE FUNCTION iso(timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
`;

/** As in migration 038. There an id took four functions in SQL that couldn't be put in place either; the random part costs the most now. */
const NEW_LOG_ID = `
-- What all ids of this hour begin with.
CREATE FUNCTION log_id_prefix() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_hour text := lpad(to_hex(least(log_hour(clock_timestamp()), last_log_hour())), 5, '0');
BEGIN
  RETURN '00000000-00' || left(v_hour, 2) || '-8' || right(v_hour, 3);
END $$;

CREATE OR REPLACE FUNCTION new_log_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (log_id_prefix() || substr(gen_random_uuid()::text, 19))::uuid
$$;
`;

/** As in migration 038, with one prefix for all events. */
const EMIT_EVENTS = `
CREATE OR REPLACE FUNCTION emit_events(p_tenant_id integer, p_kinds text[], p_data text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
  v_prefix text := log_id_prefix();
BEGIN
  WITH event AS (
    INSERT INTO events (tenant_id, event_id, kind, body, occurred_at)
    SELECT p_tenant_id, e.id, e.kind, event_envelope(e.kind, e.id, p_tenant_id, e.at, e.data, false), e.at
    -- OFFSET 0: id and time are made once for each event, not once for each column.
    FROM (
      SELECT kind, data, (v_prefix || substr(gen_random_uuid()::text, 19))::uuid AS id, clock_timestamp()::timestamptz(3) AS at
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
`;

/** A product without a category needs no entry: no filter looks for it. */
const categoryIndex = (index: string, columns: string): Step => ({
  index,
  create: `CREATE INDEX CONCURRENTLY ${index} ON products (${columns}) WHERE category_id IS NOT NULL`,
});

export const steps: readonly Step[] = [
  ISO,
  NEW_LOG_ID,
  EMIT_EVENTS,
  categoryIndex('products_of_category', 'tenant_id, category_id, id'),
  categoryIndex('products_of_category_by_name', 'tenant_id, category_id, name, id'),
  { dropIndex: 'products_category' },
  { dropIndex: 'products_category_name' },
];
