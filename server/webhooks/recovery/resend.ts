import type { Actor } from '../../accounts/audit/actor.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { notifyWorkers } from '../notify-workers.ts';
import { type DeliveryKey, describeDelivery, recordResend } from './resend-audit.ts';

const lockQueueRow = statement(
  'resend: lock queue row',
  `SELECT lease_token IS NOT NULL AS leased FROM webhook_queue
   WHERE tenant_id = :tenant_id AND delivery_id = :id FOR UPDATE`,
);
// NO KEY: with FOR UPDATE, a claim that holds the queue row would wait for its attempt's reference to the delivery.
const lockDelivery = statement(
  'resend: lock delivery',
  `SELECT FROM webhook_deliveries WHERE tenant_id = :tenant_id AND id = :id FOR NO KEY UPDATE`,
);

/** The delivery waits for its first attempt again. `queued` is its row in the queue. */
const RESTART_DELIVERY = `, restarted AS (
     UPDATE webhook_deliveries d SET status = 'PENDING', next_retry_at = NULL FROM queued
     WHERE d.tenant_id = :tenant_id AND d.id = queued.delivery_id
     RETURNING d.id
   )
   SELECT id FROM restarted`;

const makeDueNow = statement(
  'resend: make due now',
  `WITH
   -- Still in the queue: due at once, and its attempts count from here.
   queued AS (
     UPDATE webhook_queue SET due_at = statement_timestamp(), round_start = attempt
     WHERE tenant_id = :tenant_id AND delivery_id = :id RETURNING delivery_id
   )${RESTART_DELIVERY}`,
);
const enqueueAgain = statement(
  'resend: enqueue again',
  `WITH
   -- Out of the queue, since it had succeeded or failed for good. With another status someone else has just put it back.
   queued AS (
     INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id, attempt, round_start)
     SELECT tenant_id, id, registration_id, event_id, attempt_number, attempt_number FROM webhook_deliveries d
     WHERE tenant_id = :tenant_id AND id = :id AND status IN ('SUCCESS', 'FAILED')
     RETURNING delivery_id
   )${RESTART_DELIVERY}`,
);

// The operator's command knows only the delivery's id, and every index begins with the tenant: CROSS JOIN LATERAL tries each
// tenant by its index.
const findTenant = statement(
  'resend: find tenant',
  `SELECT d.tenant_id AS "tenantId" FROM tenants t
   CROSS JOIN LATERAL (SELECT tenant_id FROM webhook_deliveries WHERE tenant_id = t.tenant_id AND id = :id) d`,
);

/** 50 endpoints of a tenant, and some that were deleted. */
const MAX_OF_EVENT = 100;
const findOfEvent = statement(
  'resend: find deliveries of an event',
  `SELECT d.tenant_id AS "tenantId", d.id FROM tenants t
   CROSS JOIN LATERAL (SELECT tenant_id, id FROM webhook_deliveries WHERE tenant_id = t.tenant_id AND event_id = :id
     ORDER BY registration_id, id LIMIT ${MAX_OF_EVENT}) d
   LIMIT ${MAX_OF_EVENT}`,
);

const countAcceptedOf = statement(
  'resend: count accepted',
  `SELECT count(*)::integer AS accepted FROM webhook_deliveries
   WHERE tenant_id = :tenant_id AND id = ANY (:ids::uuid[]) AND status = 'SUCCESS'`,
);

/** How many of the deliveries were accepted: their receiver would get them twice. */
export async function countAccepted(db: Querier, tenantId: number, ids: readonly string[]): Promise<number> {
  const [row] = await countAcceptedOf<{ accepted: number }>(db, { tenant_id: tenantId, ids });
  return row!.accepted;
}

/** How often to look again for a delivery that someone else has just put back. After that, it's being sent. */
const MAX_TRIES = 3;

/**
 * `held`: it's in the queue, and goes out once its endpoint, or its tenant, is sent deliveries again. `sending`: a worker has it right now.
 * `unknown`: there is no such delivery, or its endpoint was deleted.
 */
export type ResendResult = 'resent' | 'held' | 'sending' | 'unknown';

/** Starts a new round of attempts. */
export async function resend(db: Transactional, actor: Actor, key: DeliveryKey): Promise<ResendResult> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const result = await db.transaction((tx) => startRound(tx, actor, key));
    if (result !== 'moved') return result;
  }
  return 'sending';
}

/** Resends one after the other, so that an action of a whole page takes one of its tenant's connections. */
export async function resendAll(
  db: Transactional,
  actor: Actor,
  tenantId: number,
  ids: readonly string[],
): Promise<Record<ResendResult, number>> {
  const counts = { resent: 0, held: 0, sending: 0, unknown: 0 };
  for (const id of new Set(ids)) counts[await resend(db, actor, { tenantId, id })] += 1;
  return counts;
}

/** The tenant of a delivery, for an operator who knows only the delivery's id. */
export async function findDeliveryTenant(db: Querier, id: string): Promise<number | undefined> {
  return (await findTenant<{ tenantId: number }>(db, { id }))[0]?.tenantId;
}

/** The delivery with this id, or those of the event with this id, for an operator who has one of them from a log. */
export async function findDeliveries(db: Querier, id: string): Promise<DeliveryKey[]> {
  const tenantId = await findDeliveryTenant(db, id);
  return tenantId === undefined ? findOfEvent<DeliveryKey>(db, { id }) : [{ tenantId, id }];
}

async function startRound(tx: Transaction, actor: Actor, key: DeliveryKey): Promise<ResendResult | 'moved'> {
  const values = { tenant_id: key.tenantId, id: key.id };
  const delivery = await describeDelivery(tx, key);
  if (delivery === undefined || delivery.isDropped) return 'unknown';
  const result = await enqueue(tx, values);
  if (result !== 'resent') return result;
  await notifyWorkers(tx, key.tenantId);
  await recordResend(tx, actor, key, delivery);
  return delivery.waits ? 'held' : result;
}

/** Locks the queue row before the delivery, in the same order as the completion. */
async function enqueue(
  tx: Transaction,
  values: { tenant_id: number; id: string },
): Promise<'resent' | 'sending' | 'moved'> {
  const [queued] = await lockQueueRow<{ leased: boolean }>(tx, values);
  if (queued?.leased) return 'sending';
  if (queued !== undefined) {
    await makeDueNow(tx, values);
    return 'resent';
  }
  await lockDelivery(tx, values);
  return (await enqueueAgain(tx, values)).length > 0 ? 'resent' : 'moved';
}
