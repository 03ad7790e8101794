import type { Schemas } from '../contract.ts';
import { type JsonMembers, jsonTime } from '../db/json-object.ts';
import { emit } from '../webhooks/outbox.ts';

/** SQL for the members of an order event's data, from the row `o`: the order in short, and the whole of it. */
export const EVENT_DATA = {
  order_id: 'o.id',
  customer_id: 'o.customer_id',
  total: 'o.total',
  status: 'to_json(o.status)',
  order: 'o.document',
} as const satisfies JsonMembers<Schemas['OrderEventData']>;

/** SQL that emits the event of the payment of the row `o` when it is paid in full. It has to be so for the first time. */
export const PAYMENT_CONFIRMED = `CASE WHEN o.paid_at IS NOT NULL THEN ${emit('order.payment_confirmed', {
  ...EVENT_DATA,
  paid_total: 'o.paid_total',
  paid_at: jsonTime('o.paid_at'),
})} END`;

/** SQL for the JSON text of the statement's time, rounded to milliseconds as the stamps of the row itself are. */
export const NOW = jsonTime('statement_timestamp()::timestamptz(3)');

/** SQL for the JSON text of a time that was sent, as the API shows times, or of now when none was. */
export const timeOrNow = <const Sql extends string>(placeholder: Sql) =>
  `coalesce('"' || ${placeholder}::text || '"', ${NOW})` as const;
