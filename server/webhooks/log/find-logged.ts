import type { Knex } from 'knex';
import { timeOfUuid } from '../../db/event-cause.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import type { DeliveryFilter } from './delivery-filter.ts';

/** Events that one order or request can have in a list. An order has about five. */
const MAX_EVENTS = 1_000;
/** Events that are looked through for those of a request: of three minutes all that a plan allows, some 30 ms; else the newest. */
const MAX_AROUND = 20_000;
const MAX_NEWEST = 5_000;
/** A request writes within a minute, and clocks differ. */
const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;

/** The ids of the events that a filter asks for. */
export function eventsOf(
  tenantId: number,
  { eventId, orderId, requestId }: Pick<DeliveryFilter, 'eventId' | 'orderId' | 'requestId'>,
): Knex.QueryBuilder | undefined {
  const events = build('events').where({ tenant_id: tenantId }).limit(MAX_EVENTS).select('event_id');
  if (eventId !== undefined) return events.where({ event_id: eventId });
  if (orderId !== undefined) return events.where({ order_id: orderId });
  return requestId === undefined ? undefined : ofRequest(tenantId, requestId);
}

/** No index has the requests: the id says when it was made. One from before 0.3.0 doesn't, so the newest events are read. */
function ofRequest(tenant_id: number, requestId: string): Knex.QueryBuilder {
  const atMs = timeOfUuid(requestId);
  const around = build('events').where({ tenant_id }).select('event_id', 'request_id').limit(MAX_AROUND);
  if (atMs === undefined) around.orderByRaw('occurred_at DESC, event_id DESC').limit(MAX_NEWEST);
  else
    around
      .whereBetween('occurred_at', [
        new Date(atMs - BEFORE_MS).toISOString(),
        new Date(atMs + AFTER_MS).toISOString(),
      ])
      .orderByRaw('occurred_at, event_id');
  return build(around.as('e')).where({ request_id: requestId }).limit(MAX_EVENTS).select('event_id');
}

export interface Logged {
  readonly type: 'delivery' | 'event' | 'request';
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly occurredAt: string;
}

/** What an id of 36 characters on a page belongs to: a delivery, an event, or a request that caused one. */
export async function findLogged(db: Querier, tenantId: number, id: string): Promise<Logged | undefined> {
  const delivery = await firstOf<{ eventId: string }>(
    db,
    build('webhook_deliveries').where({ tenant_id: tenantId, id }).select({ eventId: 'event_id' }),
  );
  const find = (eventIds: Knex.QueryBuilder | string): Promise<Event | undefined> =>
    firstOf<Event>(db, newestOf(tenantId, eventIds));
  if (delivery) return found('delivery', id, await find(delivery.eventId));
  return (
    found('event', id, await find(id)) ??
    found('request', id, await find(eventsOf(tenantId, { requestId: id })!))
  );
}

type Event = Pick<Logged, 'eventId' | 'kind' | 'occurredAt'>;

const found = (type: Logged['type'], id: string, event: Event | undefined): Logged | undefined =>
  event && { type, id, ...event };

const newestOf = (tenant_id: number, ids: Knex.QueryBuilder | string): Knex.QueryBuilder =>
  build('events')
    .where({ tenant_id })
    .whereRaw(typeof ids === 'string' ? 'event_id = ?' : 'event_id = ANY (ARRAY(?))', [ids])
    .select({ eventId: 'event_id', kind: 'kind', occurredAt: build.raw('iso(occurred_at)') })
    .limit(1);
