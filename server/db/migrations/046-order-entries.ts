import type { Step } from './migration.ts';

/** Payments, refunds, returns and delivery attempts as rows, for lists across orders. An order is still read and changed as a whole. */
export const name = '046-order-entries';

/** About a second, for which only somebody who records something on one of these orders would wait. */
const SLICE_ORDERS = 10_000;

const LISTS = ['payments', 'refunds', 'returns', 'delivery_attempts'];
const ANY = (order: string): string => LISTS.map((list) => `${order}${list}::text <> '[]'`).join(' OR ');
const ALL = (order: string): string => LISTS.map((list) => `${order}${list}`).join(', ');

/** An entry's id is in the order of its order and its number. No order has a million of a kind. */
const TABLE = `
CREATE TABLE order_entries (
  tenant_id integer NOT NULL,
  kind text NOT NULL,
  id bigint NOT NULL,
  order_id integer NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  entry text NOT NULL,
  PRIMARY KEY (tenant_id, kind, id)
);
CREATE INDEX order_entries_occurred ON order_entries (tenant_id, kind, occurred_at, id);
CREATE INDEX order_entries_updated ON order_entries (tenant_id, kind, updated_at, id);

CREATE FUNCTION order_entries_of(payments json, refunds json, returns json, delivery_attempts json)
RETURNS TABLE (kind text, number bigint, occurred_at timestamptz, entry text) LANGUAGE sql STABLE AS $$
  SELECT 'payment', n, (e ->> 'paid_at')::timestamptz, e::text FROM json_array_elements(payments) WITH ORDINALITY x(e, n)
  UNION ALL
  SELECT 'refund', n, (e ->> 'refunded_at')::timestamptz, e::text FROM json_array_elements(refunds) WITH ORDINALITY x(e, n)
  UNION ALL
  SELECT 'return', n, (e ->> 'at')::timestamptz, e::text FROM json_array_elements(returns) WITH ORDINALITY x(e, n)
  UNION ALL
  -- They have no number of their own in the order.
  SELECT 'delivery_attempt', n, (e ->> 'at')::timestamptz, '{"id":' || n || ',' || substr(e::text, 2)
  FROM json_array_elements(delivery_attempts) WITH ORDINALITY x(e, n)
$$;

CREATE FUNCTION orders_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_entries (tenant_id, kind, id, order_id, occurred_at, updated_at, entry)
  SELECT NEW.tenant_id, e.kind, NEW.id::bigint * 1048576 + e.number, NEW.id, e.occurred_at, NEW.updated_at, e.entry
  FROM order_entries_of(${ALL('NEW.')}) e
  ON CONFLICT (tenant_id, kind, id) DO UPDATE
  SET occurred_at = excluded.occurred_at, updated_at = excluded.updated_at, entry = excluded.entry
  WHERE order_entries.entry <> excluded.entry;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_entries_inserted AFTER INSERT ON orders FOR EACH ROW
  WHEN (${ANY('NEW.')}) EXECUTE FUNCTION orders_entries();
-- json has no equality; its text will do, because only whole orders are written.
CREATE TRIGGER orders_entries_updated AFTER UPDATE OF ${LISTS.join(', ')} ON orders FOR EACH ROW
  WHEN (${LISTS.map((list) => `NEW.${list}::text <> OLD.${list}::text`).join(' OR ')}) EXECUTE FUNCTION orders_entries();
`;

/** Whoever records something meanwhile has written all entries of the order. */
const FILL = `
INSERT INTO order_entries (tenant_id, kind, id, order_id, occurred_at, updated_at, entry)
SELECT o.tenant_id, e.kind, o.id::bigint * 1048576 + e.number, o.id, e.occurred_at, o.updated_at, e.entry
FROM (
  SELECT * FROM orders WHERE (${ANY('')}) AND NOT EXISTS (
    SELECT FROM order_entries e WHERE e.tenant_id = orders.tenant_id
      AND e.kind IN ('payment', 'refund', 'return', 'delivery_attempt')
      AND e.id BETWEEN orders.id::bigint * 1048576 AND (orders.id::bigint + 1) * 1048576 - 1)
  ORDER BY tenant_id, id LIMIT ${SLICE_ORDERS}
) o CROSS JOIN LATERAL order_entries_of(${ALL('o.')}) e
ON CONFLICT DO NOTHING
`;

export const steps: readonly Step[] = [
  TABLE,
  {
    index: 'orders_with_entries',
    create: `CREATE INDEX CONCURRENTLY orders_with_entries ON orders (tenant_id, id) WHERE ${ANY('')}`,
  },
  { slices: FILL },
  { dropIndex: 'orders_with_entries' },
  // Lists by time: of the ledger, and of a coupon's redemptions.
  {
    index: 'stock_movements_created',
    create:
      'CREATE INDEX CONCURRENTLY stock_movements_created ON stock_movements (tenant_id, created_at, id)',
  },
  {
    index: 'coupon_redemptions_created',
    create: `CREATE INDEX CONCURRENTLY coupon_redemptions_created ON coupon_redemptions (tenant_id, coupon_id, created_at, order_id)`,
  },
];
