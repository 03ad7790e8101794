import { statement } from '../../../db/sql/statement.ts';
import { emit } from '../../../events/outbox.ts';
import { EVENT_DATA, paymentConfirmed } from '../event-data.ts';
import { INSERT_SEVERAL } from './insert-order-sql.ts';
import { CAN_RESERVE, reserveStock, wanted } from './reserve-stock-sql.ts';

/** What differs between orders with an Idempotency-Key and those without. */
interface Parts {
  /** CTEs that come before the locks on stock. */
  readonly before: string;
  /** A condition to evaluate before the stock is locked, and for the orders to be written. */
  readonly first: string;
  /** CTEs that come after the orders are written. */
  readonly after: string;
}

/** An event of an order has the cause of its own request, for whose sake nobody has set anything. */
const SET_CAUSE = `set_config('tradepost.request_id', coalesce((:request_ids::text[])[o.n], ''), true)
       || set_config('tradepost.traceparent', coalesce((:traceparents::text[])[o.n], ''), true) IS NOT NULL`;

/**
 * Several orders of a tenant that use no coupon and no promotions, as insert-order-sql.ts writes one: all or nothing. The
 * stock is that of all orders together.
 */
const insertSql = ({ before, first, after }: Parts) =>
  `WITH ${before} ${reserveStock(first)}, inserted AS (
     ${INSERT_SEVERAL}
     WHERE ${CAN_RESERVE} AND ${first}
     RETURNING *
   ), o AS MATERIALIZED (
     -- They got their ids in the order of the JSON: RETURNING can't return what isn't a column.
     SELECT row_number() OVER (ORDER BY id) AS n, * FROM inserted
   ), ledger AS (
     -- One movement for each product of an order, with the balance after it as if the orders had come one by one.
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT :tenant_id, r.product_id, 'reservation', e.quantity, r.on_hand, r.reserved - ${wanted('r.product_id')} + e.so_far,
       o.id, (:actors::text[])[o.n]
     FROM json_to_recordset(:entries::json) AS e (n int, product_id int, quantity numeric, so_far numeric)
     JOIN o ON o.n = e.n JOIN reserved r ON r.product_id = e.product_id
     ORDER BY e.n, r.product_id
   ) ${after}
   SELECT o.n, o.id, o.version, o.document,
     CASE WHEN ${SET_CAUSE} THEN ${emit('order.created', EVENT_DATA, 'o.tenant_id')} END AS event_id,
     ${paymentConfirmed('o.paid_at IS NOT NULL')},
     NULL::int AS "productId", NULL::numeric AS available
   FROM o ORDER BY o.n`;

export const insertSeveral = statement(
  'insert several orders',
  insertSql({ before: '', first: 'true', after: '' }),
);

/** With an Idempotency-Key each, as for one: if another request holds the lock of one, nothing is written. */
export const insertSeveralOnce = statement(
  'insert several orders once',
  insertSql({
    before: `once AS MATERIALIZED (
     SELECT bool_and(pg_try_advisory_xact_lock(:tenant_id, hashtext(key))) AS acquired FROM unnest((SELECT :keys::text[])) key
   ),`,
    first: '(SELECT acquired FROM once)',
    after: `, response AS (
     INSERT INTO idempotency_keys (tenant_id, key, fingerprint, status, headers, body)
     SELECT :tenant_id, (:keys::text[])[o.n], (:fingerprints::bytea[])[o.n], 201,
       replace(:headers, '{id}', o.id::text)::json, o.document FROM o
   )`,
  }),
);
