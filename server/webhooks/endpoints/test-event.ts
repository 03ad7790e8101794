import type { Actor } from '../../accounts/audit/actor.ts';
import type { EventKind } from '../../base/contract.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import { auditEndpoint, type EndpointKey, endpoints } from '../endpoint-key.ts';
import { sampleData } from './sample-data.ts';

/**
 * Sends a sample of an event kind to one endpoint through the queue, whether or not it subscribes to the kind.
 * The envelope, which is signed, says `"test": true`; the event isn't part of the feed. Returns its event_id, or undefined
 * when there is no such endpoint, it's inactive or held, or its tenant has no webhooks or is suspended.
 */
export async function sendTestEvent(
  tx: Transaction,
  actor: Actor,
  { tenantId, id }: EndpointKey,
  kind: EventKind,
): Promise<string | undefined> {
  const emitted = endpoints()
    .join('tenants', 'tenants.tenant_id', 'webhook_registrations.tenant_id')
    .where({
      'webhook_registrations.tenant_id': tenantId,
      id,
      active: true,
      webhooks_enabled: true,
      status: 'active',
      held_since: null,
      deliveries_held_since: null,
    })
    .select(
      'url',
      build.raw('emit_test_event(tenants.tenant_id, id, ?, ?) AS event_id', [kind, sampleData(kind)]),
    );
  const sent = await firstOf<{ event_id: string; url: string }>(tx, emitted);
  if (sent === undefined) return undefined;
  const details = { event: kind, event_id: sent.event_id };
  await auditEndpoint(tx, actor, 'endpoint.tested', { tenantId, id, url: sent.url }, details);
  return sent.event_id;
}

/** A test event's delivery and its last attempt. Times are RFC 3339. */
export interface TestResult {
  readonly deliveryId: string;
  readonly kind: EventKind;
  /** The envelope that is sent. */
  readonly body: string;
  readonly sentAt: string;
  readonly status: 'PENDING' | 'RETRYING' | 'SUCCESS' | 'FAILED';
  readonly attempts: number;
  readonly nextRetryAt: string | null;
  /** Null while the first attempt hasn't ended. */
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly responseStatus: number | null;
  readonly responseHeaders: string | null;
  readonly responseBody: string | null;
  /** The endpoint's present URL. */
  readonly url: string;
  readonly durationMs: number | null;
}

/** What came of a test event so far. Undefined when the endpoint was sent no such test. */
export function findTestResult(
  db: Querier,
  { tenantId, id }: EndpointKey,
  eventId: string,
): Promise<TestResult | undefined> {
  return firstOf(
    db,
    build('webhook_deliveries as d')
      .join('events as e', { 'e.tenant_id': 'd.tenant_id', 'e.event_id': 'd.event_id' })
      .join('webhook_registrations as r', { 'r.tenant_id': 'd.tenant_id', 'r.id': 'd.registration_id' })
      .leftJoin('webhook_attempts as a', {
        'a.tenant_id': 'd.tenant_id',
        'a.delivery_id': 'd.id',
        'a.number': 'd.attempt_number',
      })
      .where({ 'd.tenant_id': tenantId, 'd.registration_id': id, 'd.event_id': eventId, 'e.test': true })
      .select({
        deliveryId: 'd.id',
        kind: 'e.kind',
        body: 'e.body',
        sentAt: build.raw('iso(e.occurred_at)'),
        status: 'd.status',
        attempts: 'd.attempt_number',
        nextRetryAt: build.raw('iso(d.next_retry_at)'),
        outcome: 'a.outcome',
        detail: 'a.detail',
        responseStatus: 'd.response_status',
        responseHeaders: 'a.response_headers',
        responseBody: 'd.response_body',
        url: 'r.url',
        durationMs: 'd.duration_ms',
      }),
  );
}
