import type { Schemas } from '../contract.ts';
import { statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { emit } from '../webhooks/outbox.ts';
import { eventDataWith, NOW, PAYMENT_CONFIRMED, timeOrNow } from './event-data.ts';
import { allowedTransitions, type OrderStatus } from './status.ts';
import type { StoredOrder } from './store.ts';

const lock = statement(
  'orders lock',
  'SELECT id, version, document FROM orders WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
);

export const lockOrder = (tx: Transaction, tenantId: number, id: number): Promise<StoredOrder | undefined> =>
  firstRow<StoredOrder>(tx, lock, [tenantId, id]);

const STAMP = 'version = version + 1, updated_at = statement_timestamp()';
const text = (placeholder: string): string => `coalesce(to_json(${placeholder}::text)::text, 'null')`;

/** SQL for one step of the history: $3 status, $5 reason, $6 who. */
const STEP = `'{"status":' || ${text('$3')} || ',"reason":' || ${text('$5')} || ',"actor":' || ${text('$6')} || ',"at":' || ${NOW} || '}'`;
const CHANGED = eventDataWith({ previous_status: text('$7'), reason: text('$5') });

const move = statement(
  'orders move',
  `WITH o AS (
     UPDATE orders SET status = $3, allowed_transitions = $4::json, status_history = json_append(status_history, ${STEP}), ${STAMP}
     WHERE tenant_id = $1 AND id = $2 RETURNING *
   )
   SELECT o.id, o.version, o.document, ${emit('order.status_changed', CHANGED)} AS event_id,
     CASE WHEN o.status = 'Delivered' THEN ${emit('delivery.completed', eventDataWith({ delivered_at: timeOrNow('$8') }))} END
   FROM o`,
);

export interface StatusTransition {
  readonly tenantId: number;
  readonly id: number;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly reason: string | null;
  readonly actor: string;
  /** When it was delivered, if that was said. */
  readonly deliveredAt: string | null;
}

/** Writes the new status with its events. */
export async function writeTransition(tx: Transaction, m: StatusTransition): Promise<StoredOrder> {
  const allowed = JSON.stringify(allowedTransitions(m.to));
  return (await firstRow<StoredOrder>(tx, move, [
    m.tenantId,
    m.id,
    m.to,
    allowed,
    m.reason,
    m.actor,
    m.from,
    m.deliveredAt,
  ]))!;
}

// Paid at the latest of its payments' times: they are not always recorded in the order in which they were made.
const pay = statement(
  'orders pay',
  `WITH o AS (
     UPDATE orders SET payments = json_append(payments, '{"amount":' || $3::numeric(12,2) || ',"method":' || ${text('$4')}
         || ',"reference":' || ${text('$5')} || ',"paid_at":' || ${timeOrNow('$6')} || '}'),
       paid_total = paid_total + $3::numeric,
       paid_at = CASE WHEN paid_total + $3::numeric >= total THEN greatest(coalesce($6::timestamptz, statement_timestamp()),
         (SELECT max((p ->> 'paid_at')::timestamptz) FROM json_array_elements(payments) p)) END, ${STAMP}
     WHERE tenant_id = $1 AND id = $2 AND status <> 'Canceled' AND paid_total + $3::numeric <= total RETURNING *
   )
   SELECT o.id, o.version, o.document, ${PAYMENT_CONFIRMED} FROM o`,
);

export interface NewPayment {
  readonly tenantId: number;
  readonly id: number;
  readonly amount: number;
  readonly method: string;
  readonly reference: string | null;
  /** As the API shows times; null for now. */
  readonly paidAt: string | null;
}

/** Adds a payment, and the event when it is the one that reaches the total. Undefined when it would exceed it. */
export function writePayment(tx: Transaction, p: NewPayment): Promise<StoredOrder | undefined> {
  return firstRow<StoredOrder>(tx, pay, [p.tenantId, p.id, p.amount, p.method, p.reference, p.paidAt]);
}

const attempt = statement(
  'orders delivery attempt',
  `WITH o AS (
     UPDATE orders SET delivery_attempts = json_append(delivery_attempts, '{"outcome":' || ${text('$3')} || ',"reason":'
       || ${text('$4')} || ',"at":' || ${timeOrNow('$5')} || '}'), ${STAMP}
     WHERE tenant_id = $1 AND id = $2 RETURNING *
   )
   SELECT o.id, o.version, o.document, CASE WHEN $3::text = 'failed' THEN ${emit(
     'delivery.failed',
     eventDataWith({
       failed_at: timeOrNow('$5'),
       reason: text('$4'),
     }),
   )} END FROM o`,
);

/** Adds an attempt to deliver, with the event of a failed one. */
export async function writeAttempt(
  tx: Transaction,
  order: { readonly tenantId: number; readonly id: number },
  a: Schemas['DeliveryAttemptCreate'],
  at: string | null,
): Promise<StoredOrder> {
  return (await firstRow<StoredOrder>(tx, attempt, [
    order.tenantId,
    order.id,
    a.outcome,
    a.reason ?? null,
    at,
  ]))!;
}
