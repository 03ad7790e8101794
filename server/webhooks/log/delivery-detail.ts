import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { heldSinceSql } from '../endpoint-key.ts';
import { ATTEMPT_URL } from './attempt-url.ts';
import type { DeliveryStatus } from './delivery-filter.ts';

/** A delivery resent again and again has more; the latest are shown. */
const MAX_ATTEMPTS = 50;

export interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  /** Where it was sent. The endpoint may have another URL by now. */
  readonly url: string;
  /** Null while it's being sent. */
  readonly outcome: string | null;
  /** An error code such as `ECONNREFUSED`, or why nothing was sent to the address. */
  readonly detail: string | null;
  readonly responseStatus: number | null;
  /** Lines of `name: value`, of which the first is the content type. Null before 0.2.0. */
  readonly responseHeaders: string | null;
  /** What the endpoint sent: at most 1 KB of anything. */
  readonly responseBody: string | null;
  readonly durationMs: number | null;
}

export interface DeliveryDetail {
  readonly id: string;
  readonly tenantId: number;
  readonly eventId: string;
  /** Of the API request or the click that caused the event. */
  readonly requestId: string | null;
  readonly kind: string;
  readonly test: boolean;
  /** The envelope as it's sent. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly nextRetryAt: string | null;
  /** While it's in the queue. */
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly endpointId: number;
  readonly endpointName: string;
  readonly endpointActive: boolean;
  readonly endpointDeleted: boolean;
  /** An operator has stopped what is sent to its host, or for its tenant, or has suspended the tenant. */
  readonly isHeld: boolean;
  /** The endpoint's present URL. */
  readonly url: string;
  /** The endpoint's secrets, encrypted. Null when the endpoint was deleted. */
  readonly secret: Buffer | null;
  readonly previousSecret: Buffer | null;
  /** Of the endpoint's own headers. Their values aren't shown. */
  readonly headerNames: readonly string[];
  /** Until when the previous secret signs, or signed. Null if the secret was never rotated. */
  readonly previousSecretUntil: string | null;
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[];
}

const columnsOf = (tenant: number) => ({
  id: 'd.id',
  tenantId: 'd.tenant_id',
  eventId: 'd.event_id',
  requestId: 'e.request_id',
  kind: 'e.kind',
  test: 'e.test',
  body: 'e.body',
  status: 'd.status',
  nextRetryAt: build.raw('iso(d.next_retry_at)'),
  dueAt: build.raw(
    `iso((SELECT due_at FROM webhook_queue q WHERE q.tenant_id = :tenant AND q.delivery_id = d.id))`,
    { tenant },
  ),
  createdAt: build.raw('iso(d.created_at)'),
  endpointId: 'r.id',
  endpointName: build.raw("coalesce(nullif(r.description, ''), r.url)"),
  endpointActive: 'r.active',
  endpointDeleted: build.raw('r.deleted_at IS NOT NULL'),
  isHeld: build.raw(`${heldSinceSql('r')} IS NOT NULL`),
  url: 'r.url',
  secret: 'r.secret',
  previousSecret: 'r.previous_secret',
  headerNames: 'r.header_names',
  previousSecretUntil: build.raw('iso(r.previous_secret_until)'),
});

/** A delivery of a tenant with its attempts; undefined when the tenant has none with this id. */
export async function findDelivery(
  db: Querier,
  tenantId: number,
  id: string,
): Promise<DeliveryDetail | undefined> {
  const delivery = await firstOf<Omit<DeliveryDetail, 'attempts'>>(
    db,
    build('webhook_deliveries as d')
      .join('events as e', { 'e.tenant_id': 'd.tenant_id', 'e.event_id': 'd.event_id' })
      .join('webhook_registrations as r', { 'r.tenant_id': 'd.tenant_id', 'r.id': 'd.registration_id' })
      .where({ 'd.tenant_id': tenantId, 'd.id': id })
      .select(columnsOf(tenantId)),
  );
  return delivery && { ...delivery, attempts: await attemptsOf(db, delivery) };
}

async function attemptsOf(
  db: Querier,
  { tenantId, id, url }: Pick<DeliveryDetail, 'tenantId' | 'id' | 'url'>,
): Promise<Attempt[]> {
  const latest = build('webhook_deliveries as d')
    .join('webhook_attempts as a', { 'a.tenant_id': 'd.tenant_id', 'a.delivery_id': 'd.id' })
    .where({ 'd.tenant_id': tenantId, 'd.id': id })
    .select({
      number: 'a.number',
      startedAt: build.raw('iso(a.started_at)'),
      url: build.raw(`coalesce(${ATTEMPT_URL}, :url)`, { tenant: tenantId, url }),
      outcome: 'a.outcome',
      detail: 'a.detail',
      responseStatus: 'a.response_status',
      responseHeaders: 'a.response_headers',
      responseBody: 'a.response_body',
      durationMs: 'a.duration_ms',
    })
    .orderBy('a.number', 'desc')
    .limit(MAX_ATTEMPTS);
  return (await runQuery<Attempt>(db, latest)).reverse();
}
