import type { Step } from './migration.ts';

/** Takes work out of each row of a batch (docs/performance.md, "Batches"). */
export const name = '042-cheaper-batches';

/**
 * As in migration 040, but the ids of a batch count on from a random one. A random number for each was the dearest part of its event,
 * and each went to another page of the primary key.
 */
const EMIT_EVENTS = `
CREATE OR REPLACE FUNCTION emit_events(p_tenant_id integer, p_kinds text[], p_data text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
  v_random text := gen_random_uuid()::text;
  v_prefix text := log_id_prefix() || substr(v_random, 19, 6);
  v_before bigint := ('x' || substr(v_random, 25))::bit(48)::bigint;
BEGIN
  WITH event AS (
    INSERT INTO events (tenant_id, event_id, kind, body, occurred_at)
    SELECT p_tenant_id, e.id, e.kind, event_envelope(e.kind, e.id, p_tenant_id, e.at, e.data, false), e.at
    -- OFFSET 0: id and time are made once for each event, not once for each column.
    FROM (
      SELECT kind, data, (v_prefix || lpad(to_hex((v_before + n) & ${2 ** 48 - 1}), 12, '0'))::uuid AS id,
        clock_timestamp()::timestamptz(3) AS at
      FROM unnest(p_kinds, p_data) WITH ORDINALITY AS u(kind, data, n) OFFSET 0
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

/**
 * A row is written for the tenant that the request was authenticated for, and the service deletes no tenant. To check it for each row
 * also locked the tenant's row, which writes it: whoever created something for a tenant wrote the same page. The trigger refuses what
 * the foreign keys refused, as in migration 041. Orders need no look: their customers are kept with them.
 */
const REFUSE = `
CREATE FUNCTION refuse_deletion_of_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_table text;
  v_has_rows boolean;
BEGIN
  FOREACH v_table IN ARRAY TG_ARGV LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE tenant_id = $1)', v_table) INTO v_has_rows USING OLD.tenant_id;
    IF v_has_rows THEN
      RAISE foreign_key_violation USING MESSAGE = format('tenant %s can''t be deleted: %s has rows of it', OLD.tenant_id, v_table);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
`;

export const steps: readonly Step[] = [
  EMIT_EVENTS,
  REFUSE,
  `CREATE TRIGGER tenants_referenced AFTER DELETE ON tenants
   FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_tenant('products', 'customers', 'idempotency_keys')`,
  'ALTER TABLE products DROP CONSTRAINT products_tenant_id_fkey',
  'ALTER TABLE customers DROP CONSTRAINT customers_tenant_id_fkey',
  'ALTER TABLE orders DROP CONSTRAINT orders_tenant_id_fkey',
  'ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_tenant_id_fkey',
];
