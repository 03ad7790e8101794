import type { Knex } from 'knex';
import { listAudit } from '../../accounts/audit/list.ts';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { DeliveryFilter } from './delivery-filter.ts';
import { eventsOf } from './find-logged.ts';
import { OF_EVENT } from './log-partitions.ts';
import {
  type EventEndpoint,
  type FoundEvent,
  type OffPeriod,
  type Undelivered,
  whyUndelivered,
} from './why-undelivered.ts';

/** The newest events of an order that are looked at. An order has about five. */
const MAX_EVENTS = 20;
/** Entries of an endpoint that are looked through for the times when it was off. */
const MAX_ENTRIES = 50;

/** What a search for an event or an order finds apart from deliveries. */
export interface SearchedEvents {
  readonly found: number;
  /** Events that an endpoint should have got and didn't, newest first. */
  readonly undelivered: readonly Undelivered[];
}

/** Undefined unless the filter asks for an event, an order or a request. */
export async function searchedEvents(
  db: Querier,
  tenantId: number,
  filter: DeliveryFilter,
): Promise<SearchedEvents | undefined> {
  const wanted = eventsOf(tenantId, filter);
  if (wanted === undefined) return undefined;
  const events = await runQuery<FoundEvent>(db, newestEvents(tenantId, wanted));
  if (events.length === 0) return { found: 0, undelivered: [] };
  const endpoints = await endpointsOf(db, tenantId, events);
  const undelivered = events.flatMap((event) => whyUndelivered(event, endpoints) ?? []);
  return { found: events.length, undelivered };
}

const newestEvents = (tenant_id: number, wanted: Knex.QueryBuilder) =>
  build('events as e')
    .where({ tenant_id, test: false })
    .whereRaw('event_id = ANY (ARRAY(?))', wanted)
    .orderBy('occurred_at', 'desc')
    .limit(MAX_EVENTS)
    .select({
      id: 'event_id',
      kind: 'kind',
      occurredAt: build.raw('iso(occurred_at)'),
      deliveredTo: build.raw(
        `ARRAY(SELECT registration_id FROM webhook_deliveries d
        WHERE d.tenant_id = :tenant_id AND d.event_id = e.event_id AND ${OF_EVENT('d', 'e.event_id')})`,
        { tenant_id },
      ),
    });

/** The deleted ones, too, for as long as their rows are kept. */
async function endpointsOf(
  db: Querier,
  tenantId: number,
  found: readonly FoundEvent[],
): Promise<EventEndpoint[]> {
  const rows = await runQuery<Omit<EventEndpoint, 'wasOff'>>(
    db,
    build('webhook_registrations')
      .where({ tenant_id: tenantId })
      .orderBy('id')
      .select({
        id: 'id',
        name: build.raw("coalesce(nullif(description, ''), url)"),
        events: 'events',
        active: 'active',
        createdAt: build.raw('iso(created_at)'),
        inactiveSince: build.raw('iso(inactive_since)'),
        deletedAt: build.raw('iso(deleted_at)'),
      }),
  );
  const endpoints: EventEndpoint[] = [];
  for (const row of rows) {
    const lacksSome = found.some(
      ({ kind, deliveredTo }) => row.events.includes(kind) && !deliveredTo.includes(row.id),
    );
    endpoints.push({ ...row, wasOff: row.active && lacksSome ? await offPeriods(db, tenantId, row.id) : [] });
  }
  return endpoints;
}

/** From the audit, which says at each activation since when the endpoint had been off. */
async function offPeriods(db: Querier, tenantId: number, id: number): Promise<OffPeriod[]> {
  const target = { type: 'endpoint', id: String(id) } as const;
  const filter = { target, action: 'endpoint.activated' } as const;
  const entries = await listAudit(db, tenantId, filter, { limit: MAX_ENTRIES });
  return entries.flatMap(({ at, details }) =>
    typeof details.was_inactive_since === 'string' ? [{ from: details.was_inactive_since, until: at }] : [],
  );
}
