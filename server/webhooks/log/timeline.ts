import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { ATTEMPT_URL } from './attempt-url.ts';
import type { Attempt } from './delivery-detail.ts';
import { type EventSubject, subjectOf } from './event-subject.ts';
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
  readonly test: boolean;
  /** The order, customer or product that it is about. */
  readonly subject: EventSubject | undefined;
  /** Of the API request that caused it. */
  readonly requestId: string | null;
  /** `api_key:tp_Qx3vB8aL`, for a change of the status. */
  readonly actor: string | null;
  readonly deliveries: readonly (ListedDelivery & { readonly all: readonly TimelineAttempt[] })[];
}

type EventRow = Omit<TimelineEvent, 'deliveries' | 'subject'> & { readonly head: string };

export type TimelineOf = { readonly orderId: number } | { readonly eventId: string };

/** What happened to an order, in its order, or one event, and what came of telling it. Test events are about no order. */
export async function timelineOf(db: Querier, tenantId: number, of: TimelineOf): Promise<TimelineEvent[]> {
  const events = await runQuery<EventRow>(
    db,
    build('events')
      .where({
        tenant_id: tenantId,
        ...('orderId' in of ? { order_id: of.orderId, test: false } : { event_id: of.eventId }),
      })
      .orderBy('occurred_at')
      .orderBy('event_id')
      .limit(MAX_EVENTS)
      .select({
        id: 'event_id',
        kind: 'kind',
        occurredAt: build.raw('iso(occurred_at)'),
        requestId: 'request_id',
        test: 'test',
        head: build.raw('left(body, 400)'),
        actor: build.raw(
          "CASE WHEN kind = ANY (?::text[]) THEN (body::json #> '{data,order,status_history}')::jsonb -> -1 ->> 'actor' END",
          [OF_STATUS],
        ),
      }),
  );
  const { deliveries } = await listDeliveries(db, tenantId, of, { limit: MAX_DELIVERIES });
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
  return events.map(({ head, ...event }) => ({
    ...event,
    subject: event.test ? undefined : subjectOf(head),
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
        url: build.raw(`coalesce(${ATTEMPT_URL}, r.url)`, { tenant: tenant_id }),
        outcome: 'a.outcome',
        detail: 'a.detail',
        responseStatus: 'a.response_status',
        responseHeaders: 'a.response_headers',
        durationMs: 'a.duration_ms',
      })
      .orderByRaw('a.delivery_id, a.number')
      .limit(MAX_ATTEMPTS),
  );
