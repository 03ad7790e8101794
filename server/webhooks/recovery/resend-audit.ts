import type { Actor } from '../../accounts/audit/actor.ts';
import { recordAudit } from '../../accounts/audit/store.ts';
import type { Transaction } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { endpointIsSent, tenantIsSent } from '../is-sent.ts';
import { SENDABLE_SINCE } from '../log/log-partitions.ts';

export interface DeliveryKey {
  readonly tenantId: number;
  readonly id: string;
}

/** What staff know a delivery by. */
interface DeliveryDescription {
  readonly kind: string;
  readonly eventId: string;
  /** The order that the event is about. */
  readonly orderId: number | null;
  /** A sample that staff sent. */
  readonly test: boolean;
  /** The endpoint's description, or its URL if it has none. */
  readonly endpoint: string;
  /** Its endpoint was deleted, or its event is too old. */
  readonly isDropped: boolean;
  /** Its endpoint, or its tenant, isn't sent anything now. */
  readonly waits: boolean;
}

const describe = statement(
  'resend: describe delivery',
  `SELECT e.kind, e.event_id AS "eventId", e.order_id AS "orderId", e.test, coalesce(nullif(r.description, ''), r.url) AS endpoint,
     r.deleted_at IS NOT NULL OR e.occurred_at < ${SENDABLE_SINCE} AS "isDropped",
     NOT (${tenantIsSent} AND ${endpointIsSent}) AS waits
   FROM webhook_deliveries d
   JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
   JOIN webhook_registrations r ON r.tenant_id = d.tenant_id AND r.id = d.registration_id
   JOIN tenants t ON t.tenant_id = d.tenant_id
   WHERE d.tenant_id = :tenant_id AND d.id = :id`,
);

/** Undefined when the tenant has no such delivery. */
export async function describeDelivery(
  tx: Transaction,
  { tenantId, id }: DeliveryKey,
): Promise<DeliveryDescription | undefined> {
  return (await describe<DeliveryDescription>(tx, { tenant_id: tenantId, id }))[0];
}

/** The entry outlives its delivery, which is kept for 90 days, so it says everything itself. */
export const recordResend = (
  tx: Transaction,
  actor: Actor,
  { tenantId, id }: DeliveryKey,
  { kind, eventId, orderId, test, endpoint }: DeliveryDescription,
): Promise<void> =>
  recordAudit(tx, {
    tenantId,
    actor,
    action: 'delivery.resent',
    target: { type: 'delivery', id, name: `${kind} · ${endpoint}` },
    details: {
      // As text: an order's number has no thousands separator.
      ...(orderId !== null && { order_id: String(orderId) }),
      event_id: eventId,
      ...(test && { test }),
    },
  });
