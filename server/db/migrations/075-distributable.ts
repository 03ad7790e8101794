import type { Step } from './migration.ts';

/** What Citus refuses of a table that it distributes: identity columns of 4 bytes, and functions that take a row of it. */
export const name = '075-distributable';
/** It made order_lines_of, which only the trigger calls: each program since then runs on. */
export const oldestProgram = '028-order-search';

const IDS: Readonly<Record<string, string>> = {
  ...{
    alerts: 'id',
    api_keys: 'id',
    categories: 'id',
    coupons: 'id',
    customers: 'id',
    feed_epochs: 'number',
  },
  ...{
    orders: 'id',
    price_tables: 'id',
    products: 'id',
    promotions: 'id',
    tenants: 'tenant_id',
    users: 'id',
  },
  ...{ webhook_recoveries: 'id', webhook_registrations: 'id' },
};

/**
 * A default that takes the next value of a sequence, like `serial`: Citus takes it on the coordinator, so ids keep their 4 bytes. A
 * sequence can't change hands from an identity to a default, so the new one gets name, value and grants of the old. Only the catalog changes.
 */
const withSequence = ([table, id]: [table: string, id: string]): string => {
  const sequence = `${table}_${id}_seq`;
  return `DO $$
DECLARE
  v_value bigint;
  v_is_called boolean;
  v_start bigint;
  v_grants text;
BEGIN
  LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE;
  SELECT last_value, is_called INTO v_value, v_is_called FROM ${sequence};
  SELECT seqstart INTO v_start FROM pg_sequence WHERE seqrelid = '${sequence}'::regclass;
  SELECT string_agg(format('GRANT %s ON SEQUENCE ${sequence} TO %s', privilege_type,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END), '; ') INTO v_grants
  FROM pg_class, aclexplode(relacl) WHERE oid = '${sequence}'::regclass;
  ALTER TABLE ${table} ALTER ${id} DROP IDENTITY;
  EXECUTE format('CREATE SEQUENCE ${sequence} AS integer START %s OWNED BY ${table}.${id}', v_start);
  ALTER TABLE ${table} ALTER ${id} SET DEFAULT nextval('${sequence}');
  PERFORM setval('${sequence}', v_value, v_is_called);
  EXECUTE coalesce(v_grants, '');
END $$`;
};

/** A shard's rows are of a type of its own, for which there is no function that takes rows of orders. */
const LINES = `
CREATE OR REPLACE FUNCTION orders_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM order_lines WHERE tenant_id = NEW.tenant_id AND order_id = NEW.id;
  END IF;
  INSERT INTO order_lines (tenant_id, order_id, line, product_id, quantity, subtotal, discount, total, returned_quantity, first_of_product)
  SELECT NEW.tenant_id, NEW.id, n, product_id, quantity, subtotal, discount, total, coalesce(returned_quantity, 0),
    row_number() OVER (PARTITION BY product_id ORDER BY n) = 1
  FROM (
    SELECT row_number() OVER ()::smallint AS n, l.*
    FROM json_to_recordset(NEW.items) l (product_id integer, quantity numeric, subtotal numeric, discount numeric,
      total numeric, returned_quantity numeric)
  ) line;
  RETURN NULL;
END $$;
DROP FUNCTION order_lines_of;
`;

/**
 * For statements that read tables of which each machine has a copy, and something of a tenant. In PL/pgSQL, since SQL would become part of
 * the statement.
 */
const OF_TENANT = `
CREATE FUNCTION feed_end(p_tenant_id integer) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN greatest((SELECT max(feed_position) FROM events WHERE tenant_id = p_tenant_id),
    (SELECT position FROM feed_ends WHERE tenant_id = p_tenant_id));
END $$;
CREATE FUNCTION active_endpoint_count(p_tenant_id integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM webhook_registrations WHERE tenant_id = p_tenant_id AND active);
END $$`;

export const steps: readonly Step[] = [...Object.entries(IDS).map(withSequence), LINES, OF_TENANT];
