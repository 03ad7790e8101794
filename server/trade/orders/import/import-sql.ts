import { statement } from '../../../db/sql/statement.ts';
import { emitOrderEvents, eventData } from '../../../events/outbox.ts';
import { lockedBalances } from '../../catalogue/stock/lock-balances.ts';
import { EVENT_DATA } from '../event-data.ts';
import { INSERT_IMPORTED } from '../place/insert-order-sql.ts';

export const findExisting = statement(
  'find orders of import',
  `SELECT external_id, document, references_digest AS digest FROM orders
   WHERE tenant_id = :tenant_id AND external_id = ANY ((SELECT :external_ids::text[])::text[])`,
);

/** Locked by product id, as when an order is placed. */
export const lockBalances = statement(
  'lock balances of import',
  `SELECT b.product_id AS "productId", b.on_hand::text AS "onHand", b.reserved::text AS reserved
   FROM (SELECT unnest((SELECT :product_ids::int[])) AS product_id ORDER BY 1) AS named
   CROSS JOIN LATERAL (
     SELECT * FROM stock_balances
     WHERE tenant_id = :tenant_id AND product_id = named.product_id AND deleted_at IS NULL FOR UPDATE
   ) AS b`,
);

/** The order's status is that of then. The order itself is as it was imported. */
const THEN = { ...EVENT_DATA, status: 'to_json(e.status)' };
const REASON = `coalesce(to_json(e.reason)::text, 'null')`;
const AT = 'to_json(e.at)';

const DATA = `CASE e.kind
       WHEN 'order.created' THEN ${eventData('order.created', THEN)}
       WHEN 'order.payment_confirmed' THEN ${eventData('order.payment_confirmed', {
         ...THEN,
         paid_total: 'o.paid_total',
         paid_at: AT,
       })}
       WHEN 'order.status_changed' THEN ${eventData('order.status_changed', {
         ...THEN,
         previous_status: 'to_json(e.previous)',
         reason: REASON,
       })}
       WHEN 'delivery.failed' THEN ${eventData('delivery.failed', { ...THEN, failed_at: AT, reason: REASON })}
       ELSE ${eventData('delivery.completed', { ...THEN, delivered_at: AT })} END`;

/** A balance's value, by the position of its product. */
const after = (column: string) =>
  `(:${column}::numeric[])[array_position(:product_ids::int[], b.product_id)] AS ${column}`;

export const writeImport = statement(
  'write import',
  `WITH inserted AS (
     ${INSERT_IMPORTED} RETURNING *
   ), o AS MATERIALIZED (
     -- They got their ids in the order of the JSON, as in insert-orders-sql.ts.
     SELECT row_number() OVER (ORDER BY id) AS n, * FROM inserted
   ), locked AS MATERIALIZED (
     -- lockBalances has locked them already. They are read by themselves for the planner's sake: see lock-balances.ts. And an UPDATE
     -- of Citus' doesn't survive an element of an array that a parameter has.
     ${lockedBalances(`b.product_id, ${after('on_hand')}, ${after('reserved')}`, 'true')}
   ), balance AS (
     UPDATE stock_balances b SET on_hand = l.on_hand, reserved = l.reserved, updated_at = statement_timestamp()
     FROM locked l WHERE b.tenant_id = :tenant_id AND b.product_id = l.product_id
   ), ledger AS (
     INSERT INTO stock_movements (
       tenant_id, product_id, type, reason, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT :tenant_id, m.product_id, m.type, m.reason, m.quantity, m.on_hand, m.reserved, o.id, :actor
     FROM json_to_recordset(:movements::json) AS m (
       position int, n int, product_id int, type text, reason text, quantity numeric, on_hand numeric, reserved numeric)
     JOIN o ON o.n = m.n ORDER BY m.position
     RETURNING id, order_id, reason, document
   ), shortage AS (
     SELECT order_id, '[' || string_agg(document, ',' ORDER BY id) || ']' AS documents
     FROM ledger WHERE reason = 'shortage' GROUP BY order_id
   ), event AS (
     SELECT e.position, e.kind, o.id AS order_id, ${DATA} AS data
     FROM json_to_recordset(:events::json) AS e (
       position int, n int, kind text, at text, status text, previous text, reason text)
     JOIN o ON o.n = e.n
   ), emitted AS MATERIALIZED (SELECT ${emitOrderEvents(':tenant_id', ':feed_only::boolean')} AS deliveries FROM event)
   SELECT o.document, coalesce(s.documents, '[]') AS shortages
   FROM o LEFT JOIN shortage s ON s.order_id = o.id CROSS JOIN emitted ORDER BY o.n`,
);
