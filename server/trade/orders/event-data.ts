import type { Schemas } from '../../base/contract.ts';
import { type JsonMembers, jsonTime } from '../../db/sql/json-object.ts';
import { emit } from '../../events/outbox.ts';

/** SQL for the members of an order event's data. `o` is the order's row: its most important fields, then all of it. */
export const EVENT_DATA = {
  order_id: 'o.id',
  customer_id: 'o.customer_id',
  total: 'o.total',
  status: 'to_json(o.status)',
  order: 'o.document',
} satisfies JsonMembers<Schemas['OrderEventData']>;

const CONFIRMED = emit(
  'order.payment_confirmed',
  { ...EVENT_DATA, paid_total: 'o.paid_total', paid_at: jsonTime('o.paid_at') },
  'o.tenant_id',
);

/** SQL that emits the payment event of the order `o` if `condition` is true: if it has just been paid, for the first time. */
export const paymentConfirmed = (condition: string) => `CASE WHEN ${condition} THEN ${CONFIRMED} END`;

/** SQL for the JSON text of the current time, in milliseconds like the row's own timestamps. */
export const NOW = jsonTime('statement_timestamp()::timestamptz(3)');

/** SQL for the JSON text of a time from the request, or of the current time if the request had none. */
export const timeOrNow = (parameter: string) => `coalesce('"' || ${parameter}::text || '"', ${NOW})`;

/**
 * The CTE `given` with the JSON text of an object as `entry`, for an UPDATE of orders. Citus takes an UPDATE with such functions in
 * coalesce() only where they come before it.
 */
export const givenEntry = (entry: string) => `given AS MATERIALIZED (SELECT ${entry} AS entry)`;
/** SQL that appends the given entry to a list of an order, with the next number as its id. */
export const appendNumbered = (list: string) =>
  `json_append(${list}, '{"id":' || json_array_length(${list}) + 1 || ',' || substr(given.entry, 2))`;
