import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type JsonMembers, jsonObject, jsonText } from '../../../db/sql/json-object.ts';
import { statement } from '../../../db/sql/statement.ts';
import { emit } from '../../../events/outbox.ts';
import { EVENT_DATA, givenEntry, NOW, timeOrNow } from '../event-data.ts';
import { allowedTransitions, type OrderStatus } from '../rules/status.ts';
import type { StoredOrder } from '../store.ts';
import { STAMP } from './locked-order.ts';

const STATUS_CHANGE = jsonObject({
  status: jsonText(':status'),
  reason: jsonText(':reason'),
  actor: jsonText(':actor'),
  at: NOW,
} satisfies JsonMembers<Schemas['StatusChange']>);
const STATUS_CHANGED = {
  ...EVENT_DATA,
  previous_status: jsonText(':previous_status'),
  reason: jsonText(':reason'),
};
const COMPLETED = { ...EVENT_DATA, delivered_at: timeOrNow(':delivered_at') };

const writeStatus = statement(
  'write order status',
  `WITH ${givenEntry(STATUS_CHANGE)}, o AS (
     UPDATE orders SET status = :status, allowed_transitions = :allowed_transitions::json,
       status_history = json_append(status_history, given.entry), ${STAMP}
     FROM given WHERE tenant_id = :tenant_id AND id = :id RETURNING orders.*
   )
   SELECT o.id, o.version, o.document, ${emit('order.status_changed', STATUS_CHANGED, 'o.tenant_id')} AS event_id,
     CASE WHEN o.status = 'Delivered' THEN ${emit('delivery.completed', COMPLETED, 'o.tenant_id')} END
   FROM o`,
);

export interface StatusTransition {
  readonly tenantId: number;
  readonly id: number;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly reason: string | null;
  readonly actor: string;
  /** When the order was delivered, if the request says so. */
  readonly deliveredAt: string | null;
}

/** Writes the new status with its events. */
export async function writeTransition(tx: Transaction, transition: StatusTransition): Promise<StoredOrder> {
  const [order] = await writeStatus<StoredOrder>(tx, {
    tenant_id: transition.tenantId,
    id: transition.id,
    status: transition.to,
    allowed_transitions: JSON.stringify(allowedTransitions(transition.to)),
    reason: transition.reason,
    actor: transition.actor,
    previous_status: transition.from,
    delivered_at: transition.deliveredAt,
  });
  return order!;
}

const ATTEMPT = jsonObject({
  outcome: jsonText(':outcome'),
  reason: jsonText(':reason'),
  at: timeOrNow(':at'),
} satisfies JsonMembers<Schemas['DeliveryAttempt']>);
const FAILED = { ...EVENT_DATA, failed_at: timeOrNow(':at'), reason: jsonText(':reason') };

const addAttempt = statement(
  'add delivery attempt',
  `WITH ${givenEntry(ATTEMPT)}, o AS (
     UPDATE orders SET delivery_attempts = json_append(delivery_attempts, given.entry), ${STAMP}
     FROM given WHERE tenant_id = :tenant_id AND id = :id RETURNING orders.*
   )
   SELECT o.id, o.version, o.document,
     CASE WHEN :outcome::text = 'failed' THEN ${emit('delivery.failed', FAILED, 'o.tenant_id')} END
   FROM o`,
);

export interface NewAttempt {
  readonly tenantId: number;
  readonly id: number;
  readonly outcome: Schemas['DeliveryAttempt']['outcome'];
  readonly reason: string | null;
  /** In the API's format; null means now. */
  readonly at: string | null;
}

/** Adds an attempt to deliver the order; a failed one emits its event. */
export async function writeAttempt(
  tx: Transaction,
  { tenantId, ...attempt }: NewAttempt,
): Promise<StoredOrder> {
  return (await addAttempt<StoredOrder>(tx, { tenant_id: tenantId, ...attempt }))[0]!;
}
