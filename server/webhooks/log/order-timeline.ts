import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { ATTEMPT_URL } from './attempt-url.ts';
import type { Attempt } from './delivery-detail.ts';
import { type ListedDelivery, listDeliveries } from './list-deliveries.ts';

/** An order has about five events, each with a delivery per endpoint. */
const MAX_EVENTS = 100;
const MAX_DELIVERIES = 200;
const MAX_ATTEMPTS = 1_000;

/** Whose status history ends with what the event tells. */
const OF_STATUS = ['order.created', 'order.status_changed', 'delivery.completed'];

export type TimelineAttempt = Omit<Attempt, 'responseBody'>;

export interface TimelineEvent {
  readonly id: string;
  readonly kind: string;
  readonly occurredAt: string;
  /** Of the API request that caused it. */
  readonly requestId: string | null;
  /** `api_key:tp_Qx3vB8aL`, for a change of the status. */
  readonly actor: string | null;
  readonly deliveries: readonly (ListedDelivery & { readonly all: readonly TimelineAttempt[] })[];
}

/** What happened to an order, in its order, and what came of telling it. Test events are about none. */
export async function orderTimeline(
  db: Querier,
  tenantId: number,
  orderId: number,
): Promise<TimelineEvent[]> {
  const events = await runQuery<Omit<TimelineEvent, 'deliveries'>>(
    db,
    build('events')
      .where({ tenant_id: tenantId, order_id: orderId, test: false })
      .orderBy('occurred_at')
      .orderBy('event_id')
      .limit(MAX_EVENTS)
      .select({
        id: 'event_id',
        kind: 'kind',
        occurredAt: build.raw('iso(occurred_at)'),
        requestId: 'request_id',
        actor: build.raw(
          "CASE WHEN kind = ANY (?::text[]) THEN (body::json #> '{data,order,status_history}')::jsonb -> -1 ->> 'actor' END",
          [OF_STATUS],
        ),
      }),
  );
  const { deliveries } = await listDeliveries(db, tenantId, { orderId }, { limit: MAX_DELIVERIES });
  const attempts = await attemptsOf(
    db,
    tenantId,
    deliveries.map(({ id }) => id),
  );
  const withAttempts = deliveries
    .map((delivery) => ({
      ...delivery,
      all: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
    }))
    .toReversed();
  return events.map((event) => ({
    ...event,
    deliveries: withAttempts.filter(({ eventId }) => eventId === event.id),
  }));
}

const attemptsOf = (db: Querier, tenant_id: number, ids: string[]) =>
  runQuery<TimelineAttempt & { readonly deliveryId: string }>(
    db,
    build('webhook_attempts as a')
      .join('webhook_deliveries as d', { 'd.tenant_id': 'a.tenant_id', 'd.id': 'a.delivery_id' })
      .join('webhook_registrations as r', { 'r.tenant_id': 'd.tenant_id', 'r.id': 'd.registration_id' })
      .where({ 'a.tenant_id': tenant_id })
      .whereRaw('a.delivery_id = ANY (?::uuid[])', [ids])
      .select({
        deliveryId: 'a.delivery_id',
        number: 'a.number',
        startedAt: build.raw('iso(a.started_at)'),
        url: build.raw(`coalesce(${ATTEMPT_URL}, r.url)`),
        outcome: 'a.outcome',
        detail: 'a.detail',
        responseStatus: 'a.response_status',
        responseHeaders: 'a.response_headers',
        durationMs: 'a.duration_ms',
      })
      .orderByRaw('a.delivery_id, a.number')
      .limit(MAX_ATTEMPTS),
  );
