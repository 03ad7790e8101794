import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/query-builder.ts';
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
  /** What the endpoint sent: at most 1 KB of anything. */
  readonly responseBody: string | null;
  readonly durationMs: number | null;
}

export interface DeliveryDetail {
  readonly id: string;
  readonly tenantId: number;
  readonly eventId: string;
  readonly kind: string;
  readonly test: boolean;
  /** The envelope as it's sent. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly nextRetryAt: string | null;
  readonly createdAt: string;
  readonly endpointId: number;
  readonly endpointName: string;
  readonly endpointActive: boolean;
  readonly endpointDeleted: boolean;
  /** The endpoint's present URL. */
  readonly url: string;
  /** The endpoint's secrets, encrypted. Null when the endpoint was deleted. */
  readonly secret: Buffer | null;
  readonly previousSecret: Buffer | null;
  /** Until when the previous secret signs, or signed. Null if the secret was never rotated. */
  readonly previousSecretUntil: string | null;
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[];
}

const columns = {
  id: 'd.id',
  tenantId: 'd.tenant_id',
  eventId: 'd.event_id',
  kind: 'e.kind',
  test: 'e.test',
  body: 'e.body',
  status: 'd.status',
  nextRetryAt: build.raw('iso(d.next_retry_at)'),
  createdAt: build.raw('iso(d.created_at)'),
  endpointId: 'r.id',
  endpointName: build.raw("coalesce(nullif(r.description, ''), r.url)"),
  endpointActive: 'r.active',
  endpointDeleted: build.raw('r.deleted_at IS NOT NULL'),
  url: 'r.url',
  secret: 'r.secret',
  previousSecret: 'r.previous_secret',
  previousSecretUntil: build.raw('iso(r.previous_secret_until)'),
};

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
      .select(columns),
  );
  return delivery && { ...delivery, attempts: await attemptsOf(db, delivery) };
}

type DeliveryKey = Pick<DeliveryDetail, 'tenantId' | 'id' | 'endpointId' | 'url'>;

async function attemptsOf(db: Querier, delivery: DeliveryKey): Promise<Attempt[]> {
  const latest = build('webhook_attempts')
    .where({ tenant_id: delivery.tenantId, delivery_id: delivery.id })
    .select({
      number: 'number',
      startedAt: build.raw('iso(started_at)'),
      url: build.raw('coalesce((?), ?)', [urlAtStart(delivery), delivery.url]),
      outcome: 'outcome',
      detail: 'detail',
      responseStatus: 'response_status',
      responseBody: 'response_body',
      durationMs: 'duration_ms',
    })
    .orderBy('number', 'desc')
    .limit(MAX_ATTEMPTS);
  return (await runQuery<Attempt>(db, latest)).reverse();
}

/** One row of the endpoint's history, by its primary key. */
const urlAtStart = ({ tenantId, endpointId }: DeliveryKey) =>
  build('webhook_endpoint_urls')
    .where({ 'webhook_endpoint_urls.tenant_id': tenantId, registration_id: endpointId })
    .whereRaw('since <= webhook_attempts.started_at')
    .orderBy('since', 'desc')
    .limit(1)
    .select('url');
