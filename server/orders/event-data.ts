import { emit } from '../webhooks/outbox.ts';

/** SQL for the data of an order's event, of the row `o`: the order in short, and the whole of it. */
export const EVENT_DATA = `'{"order_id":' || o.id || ',"customer_id":' || o.customer_id || ',"total":' || o.total
  || ',"status":' || to_json(o.status) || ',"order":' || o.document || '}'`;

/** The same with further members: SQL for JSON by name. */
export function eventDataWith(members: Readonly<Record<string, string>>): string {
  const further = Object.entries(members).map(([name, json]) => `',"${name}":' || ${json}`);
  return `left(${EVENT_DATA}, -1) || ${further.join(' || ')} || '}'`;
}

/** SQL that emits the event of the payment of the row `o` when it is paid in full. It has to be so for the first time. */
export const PAYMENT_CONFIRMED = `CASE WHEN o.paid_at IS NOT NULL THEN ${emit(
  'order.payment_confirmed',
  eventDataWith({ paid_total: 'o.paid_total', paid_at: `'"' || iso(o.paid_at) || '"'` }),
)} END`;

/** SQL for the JSON text of the statement's time, rounded to milliseconds as the stamps of the row itself are. */
export const NOW = `'"' || iso(statement_timestamp()::timestamptz(3)) || '"'`;

/** SQL for the JSON text of a time that was sent, as the API shows times, or of now when none was. */
export const timeOrNow = (placeholder: string): string =>
  `coalesce('"' || ${placeholder}::text || '"', ${NOW})`;
