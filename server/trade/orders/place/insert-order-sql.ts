import type { Schemas } from '../../../base/contract.ts';
import { SET_CAUSE } from '../../../db/event-cause.ts';
import { type JsonMembers, jsonObject } from '../../../db/sql/json-object.ts';
import { statement } from '../../../db/sql/statement.ts';
import { emit } from '../../../events/outbox.ts';
import { EVENT_DATA, NOW, paymentConfirmed } from '../event-data.ts';
import { ORDER_COLUMNS, RECORDED_COLUMNS } from './new-order.ts';
import { CAN_RESERVE, reserveStock, wanted } from './reserve-stock-sql.ts';

const COLUMNS = Object.entries(ORDER_COLUMNS);

/** SQL for the history of a new order. */
const firstStatus = (actor: string) =>
  `('[' || ${jsonObject({
    status: `'"Pending"'`,
    reason: `'null'`,
    actor: `to_json(${actor})`,
    at: NOW,
  } satisfies JsonMembers<Schemas['StatusChange']>)} || ']')::json`;

type SourceOf = (name: string, type: string) => string;

/** The beginning of an INSERT … SELECT. `sourceOf` is the SQL of a value, `recorded` that of the columns that no request for an order has. */
const insertInto = (recorded: Readonly<Record<string, string>>, sourceOf: SourceOf) =>
  `INSERT INTO orders (tenant_id, ${Object.keys(recorded)}, ${Object.keys(ORDER_COLUMNS)})
     SELECT :tenant_id::int, ${Object.values(recorded)},
       ${COLUMNS.map(([name, type]) => sourceOf(name, type))}`;

/** Of an order that is placed. One that costs nothing is paid at once. */
const placed = (sourceOf: SourceOf) => ({
  status: `'Pending'`,
  allowed_transitions: ':allowed_transitions::json',
  status_history: firstStatus(sourceOf('actor', 'text')),
  paid_at: `CASE WHEN ${sourceOf('total', 'numeric')} = 0 THEN statement_timestamp() END`,
});

const fromParameters: SourceOf = (name, type) => `:${name}::${type}`;
const fromJson: SourceOf = (name) => `r.${name}`;

/** Inserts one order, from parameters. */
const INSERT_ONE = insertInto(placed(fromParameters), fromParameters);

/** PostgreSQL plans for the number of elements of an array that it knows, and would plan each time (docs/decisions/generic-plans.md). */
const rowsOf = (columns: Readonly<Record<string, string>>) =>
  `FROM json_to_recordset(:orders::json) AS r (${Object.entries(columns).map((column) => column.join(' '))})`;

/** Inserts several, from JSON. */
export const INSERT_SEVERAL = `${insertInto(placed(fromJson), fromJson)}
     ${rowsOf({ actor: 'text', ...ORDER_COLUMNS })}`;

const RECORDED = Object.fromEntries(Object.keys(RECORDED_COLUMNS).map((name) => [name, `r.${name}`]));

/** Inserts several that say what happened to them since. */
export const INSERT_IMPORTED = `${insertInto(RECORDED, fromJson)}
     ${rowsOf({ ...RECORDED_COLUMNS, ...ORDER_COLUMNS })}`;

/** What differs between an order that uses a coupon or promotions and one that doesn't. A CTE costs time even without rows. */
interface Parts {
  /** CTEs that come before the locks on stock. */
  readonly before: string;
  /** A condition to evaluate before the stock is locked. */
  readonly first: string;
  /** What else the order needs to be written. */
  readonly and: string;
  /** CTEs that come after the order is written. */
  readonly after: string;
  /** How many uses were counted. */
  readonly uses: string;
}

const insertSql = ({ before, first, and, after, uses }: Parts) =>
  `WITH ${before} ${reserveStock(first)}, o AS (
     ${INSERT_ONE}
     WHERE ${CAN_RESERVE} ${and}
     RETURNING *
   ), ledger AS (
     -- One movement for each product, with the balance after it.
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor)
     SELECT :tenant_id, r.product_id, 'reservation', ${wanted('r.product_id')}, r.on_hand, r.reserved, o.id, :actor
     FROM reserved r, o ORDER BY r.product_id
   ) ${after}
   -- Either one row with the order, or a row for each product that is short, or nothing if a product is gone.
   SELECT o.id, o.version, o.document, ${emit('order.created', EVENT_DATA, 'o.tenant_id')} AS event_id,
     ${paymentConfirmed('o.paid_at IS NOT NULL')},
     ${uses} AS uses,
     NULL::int AS "productId", NULL::numeric AS available FROM o
   UNION ALL
   SELECT NULL, NULL, NULL, NULL, NULL, NULL, product_id, trim_scale(available) FROM short`;

export const insertWithoutUses = statement(
  'insert order',
  insertSql({ before: '', first: SET_CAUSE, and: '', after: '', uses: '0' }),
);

/**
 * With an Idempotency-Key. While another request holds the key's lock, nothing is written, and there is no row. If another one has
 * stored its response, the key is there already: an error, which undoes it all. run-once.ts then finds out which it was.
 */
export const insertOnce = statement(
  'insert order once',
  insertSql({
    before: `once AS MATERIALIZED (
     SELECT pg_try_advisory_xact_lock(:tenant_id, hashtext(:key)) AS acquired
   ),`,
    first: `${SET_CAUSE} AND (SELECT acquired FROM once)`,
    and: 'AND (SELECT acquired FROM once)',
    after: `, response AS (
     INSERT INTO idempotency_keys (tenant_id, key, fingerprint, status, headers, body)
     SELECT :tenant_id, :key, :fingerprint::bytea, 201, replace(:headers, '{id}', o.id::text)::json, o.document FROM o
   )`,
    uses: '0',
  }),
);

export const insertWithUses = statement(
  'insert order with uses',
  insertSql({
    before: `counted AS MATERIALIZED (
     -- Locks come in one order for everyone, see usage-limits.ts: the promotions before the stock balances.
     SELECT id FROM promotions WHERE tenant_id = :tenant_id AND id = ANY ((SELECT :promotion_ids::int[])::int[])
     ORDER BY id FOR NO KEY UPDATE
   ),`,
    // Keeps the locks on stock behind those on promotions.
    first: '(SELECT count(*) FROM counted) >= 0',
    and: '',
    after: `, coupon AS (
     -- Counts the coupon. Its row was locked before the order was computed; the limit is checked once more all the same.
     -- What can only be false, as a NULL would be here, is taken out by PostgreSQL, and Citus then finds no shard.
     UPDATE coupons SET times_used = times_used + 1
     WHERE tenant_id = :tenant_id AND id = (SELECT :coupon_id::int) AND ${CAN_RESERVE}
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), redemption AS (
     INSERT INTO coupon_redemptions (tenant_id, coupon_id, order_id, customer_id, discount)
     SELECT :tenant_id, coupon.id, o.id, :customer_id, :coupon_discount::numeric FROM coupon, o
   ), promotion AS (
     -- Counts the promotions. One that got a limit after the order was computed may not count; insertOrder then retries.
     UPDATE promotions SET times_used = times_used + 1
     WHERE tenant_id = :tenant_id AND id = ANY ((SELECT :promotion_ids::int[])::int[]) AND ${CAN_RESERVE}
       AND (usage_limit IS NULL OR times_used < usage_limit) RETURNING id
   ), use AS (
     INSERT INTO promotion_uses (tenant_id, promotion_id, order_id, customer_id)
     SELECT :tenant_id, promotion.id, o.id, :customer_id FROM promotion, o
   )`,
    uses: '((SELECT count(*) FROM coupon) + (SELECT count(*) FROM promotion))',
  }),
);
