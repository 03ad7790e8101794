import type { Schemas } from '../contract.ts';
import { type JsonMembers, jsonObject, jsonText } from '../db/json-object.ts';
import { statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { emit } from '../webhooks/outbox.ts';
import { EVENT_DATA, NOW, PAYMENT_CONFIRMED, timeOrNow } from './event-data.ts';
import { allowedTransitions, type OrderStatus } from './status.ts';
import type { StoredOrder } from './store.ts';

const lock = statement(
  'orders lock',
  'SELECT id, version, document FROM orders WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
);

export const lockOrder = (tx: Transaction, tenantId: number, id: number): Promise<StoredOrder | undefined> =>
  firstRow<StoredOrder>(tx, lock, [tenantId, id]);

const STAMP = 'version = version + 1, updated_at = statement_timestamp()';

/** SQL for one step of the history: $3 status, $5 reason, $6 who. */
const STEP = jsonObject({
  status: jsonText('$3'),
  reason: jsonText('$5'),
  actor: jsonText('$6'),
  at: NOW,
} as const satisfies JsonMembers<Schemas['StatusChange']>);
const STATUS_CHANGED = { ...EVENT_DATA, previous_status: jsonText('$7'), reason: jsonText('$5') };
const COMPLETED = { ...EVENT_DATA, delivered_at: timeOrNow('$8') };

const move = statement(
  'orders move',
  `WITH o AS (
     UPDATE orders SET status = $3, allowed_transitions = $4::json, status_history = json_append(status_history, ${STEP}), ${STAMP}
     WHERE tenant_id = $1 AND id = $2 RETURNING *
   )
   SELECT o.id, o.version, o.document, ${emit('order.status_changed', STATUS_CHANGED)} AS event_id,
     CASE WHEN o.status = 'Delivered' THEN ${emit('delivery.completed', COMPLETED)} END
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

const PAYMENT = jsonObject({
  amount: '$3::numeric(12,2)',
  method: jsonText('$4'),
  reference: jsonText('$5'),
  paid_at: timeOrNow('$6'),
} as const satisfies JsonMembers<Schemas['Payment']>);

// Paid at the latest of its payments' times: they are not always recorded in the order in which they were made.
const pay = statement(
  'orders pay',
  `WITH o AS (
     UPDATE orders SET payments = json_append(payments, ${PAYMENT}),
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

const ATTEMPT = jsonObject({
  outcome: jsonText('$3'),
  reason: jsonText('$4'),
  at: timeOrNow('$5'),
} as const satisfies JsonMembers<Schemas['DeliveryAttempt']>);
const FAILED = { ...EVENT_DATA, failed_at: timeOrNow('$5'), reason: jsonText('$4') };

const attempt = statement(
  'orders delivery attempt',
  `WITH o AS (
     UPDATE orders SET delivery_attempts = json_append(delivery_attempts, ${ATTEMPT}), ${STAMP}
     WHERE tenant_id = $1 AND id = $2 RETURNING *
   )
   SELECT o.id, o.version, o.document, CASE WHEN $3::text = 'failed' THEN ${emit('delivery.failed', FAILED)} END FROM o`,
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
