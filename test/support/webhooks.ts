import { randomInt } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import type { EventKind } from '../../server/base/contract.ts';
import type { Context } from '../../server/main/context.ts';
import type { EndpointKey } from '../../server/webhooks/endpoint-key.ts';
import { setActive } from '../../server/webhooks/endpoints/activation.ts';
import { createEndpoint } from '../../server/webhooks/endpoints/create-endpoint.ts';
import type { HealthRecorder } from '../../server/webhooks/endpoints/health-recorder.ts';
import { sendTestEvent } from '../../server/webhooks/endpoints/test-event.ts';
import { createResolver } from '../../server/webhooks/send/dns-resolver.ts';
import { openOutbound } from '../../server/webhooks/send/outbound.ts';
import { createRetrySchedule } from '../../server/webhooks/send/rules/retry-schedule.ts';
import { Worker } from '../../server/webhooks/worker.ts';

/** Creates a webhook endpoint of a tenant. */
export async function register(
  { db, box }: Context,
  tenantId: number,
  url: string,
  events: readonly string[],
): Promise<{ id: number; secret: string }> {
  const endpoint = { tenantId, url, description: '', events };
  return (await db.transaction((tx) => createEndpoint(tx, OPERATOR, endpoint, box, randomInt)))!;
}

/** Activates or deactivates an endpoint as an operator does. */
export const switchEndpoint = ({ db }: Pick<Context, 'db'>, key: EndpointKey, active: boolean) =>
  db.transaction((tx) => setActive(tx, OPERATOR, key, active));

/** Sends an endpoint a test event as an operator does. */
export const sendTest = ({ db }: Pick<Context, 'db'>, key: EndpointKey, kind: EventKind) =>
  db.transaction((tx) => sendTestEvent(tx, OPERATOR, key, kind));

/** A worker for one test, which drives it by tick(). */
export function useWorker(context: Context, health?: HealthRecorder): Worker {
  const { worker, close } = openWorker(context, health);
  onTestFinished(close);
  return worker;
}

/** The same for a caller that closes it. */
export function openWorker(context: Context, health?: HealthRecorder): { worker: Worker; close: () => void } {
  const resolver = createResolver();
  const outbound = openOutbound({ production: false, allowPrivateNetworks: false }, resolver);
  const { db, box, log, monotonicMs } = context;
  const sender = { dispatcher: outbound, resolver, schedule: createRetrySchedule({}), monotonicMs };
  return { worker: new Worker({ db, box, log, sender, health }), close: () => void outbound.destroy() };
}

export interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempt_number: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly duration_ms: number | null;
  readonly wait_seconds: number | null;
  readonly lease_token: string | null;
  readonly event_body: string;
}

export function deliveriesOf({ db }: Context, tenantId: number): Promise<DeliveryRow[]> {
  return db.query<DeliveryRow>(
    `SELECT d.id, d.status, d.attempt_number, d.response_status, d.response_body, d.duration_ms, q.lease_token,
       extract(epoch FROM q.due_at - clock_timestamp())::double precision AS wait_seconds, e.body AS event_body
     FROM webhook_deliveries d JOIN events e USING (tenant_id, event_id)
     LEFT JOIN webhook_queue q ON q.tenant_id = d.tenant_id AND q.delivery_id = d.id
     WHERE d.tenant_id = $1 ORDER BY e.position, d.registration_id`,
    [tenantId],
  );
}

/** Makes all queued deliveries of a tenant due now, as if time had passed. */
export async function letTimePass({ db }: Context, tenantId: number): Promise<void> {
  await db.query('UPDATE webhook_queue SET due_at = statement_timestamp() WHERE tenant_id = $1', [tenantId]);
}
