import type { Knex } from 'knex';
import { build } from '../../db/sql/query-builder.ts';
import type { DeliveryFilter, DeliveryPosition, DeliveryStatus } from './delivery-filter.ts';
import { eventsOf } from './find-logged.ts';
import { heldEndpoints, queueOf, type Waiting } from './held.ts';
import { OF_EVENT } from './log-partitions.ts';
import type { RemainingConditions } from './remaining-conditions.ts';

/** Deliveries that a list reads at most for a page: some 30 ms if none of them has what is asked for. */
export const MAX_SCANNED = 5_000;

/** Deliveries in the order of the list, found by one index, and the conditions that remain to be checked row by row. */
export interface DeliverySource {
  readonly tenant: number;
  readonly rows: Knex.QueryBuilder;
  /** As many are read at most, if conditions remain. */
  readonly maxScanned: number;
  /** The order, for a query on the source called `d`. */
  readonly newestFirst: string;
  readonly remaining: RemainingConditions;
}

// Only webhook_deliveries_newest has the first order: migration 016 tells why.
const ALL_NEWEST_FIRST = 'd.created_at DESC NULLS LAST, d.id DESC NULLS LAST';
const NEWEST_FIRST = 'd.created_at DESC, d.id DESC';

/**
 * Chooses the index by the rarest thing asked for, since PostgreSQL's own choice depends on statistics that may be from
 * another hour: an event or order, then what failed, then what waits in a short queue, then the endpoint.
 */
export function deliverySource(
  tenantId: number,
  filter: DeliveryFilter,
  after: DeliveryPosition | undefined,
  waiting: Waiting,
  maxScanned = MAX_SCANNED,
): DeliverySource {
  const { status, kind, endpointId, eventId, maxAttempts } = filter;
  const isFailed = status === 'FAILED' || status === 'DROPPED';
  const held = heldConditions(filter, waiting.inactive);
  const statuses = statusesOf(status);
  const rows = inRange(build('webhook_deliveries as d').where('d.tenant_id', tenantId), filter, after);
  const sorted = (order: string, remaining: RemainingConditions): DeliverySource => ({
    tenant: tenantId,
    rows: rows.orderByRaw(order),
    maxScanned,
    newestFirst: order,
    remaining: {
      kind,
      ...held,
      ...remaining,
      ...(isFailed && maxAttempts !== undefined && { dropped: { is: status === 'DROPPED', maxAttempts } }),
    },
  });
  const events = eventsOf(tenantId, filter);
  if (eventId !== undefined)
    rows.where('d.event_id', eventId).whereRaw(OF_EVENT('d', '?'), [eventId, eventId]);
  else if (events !== undefined) rows.whereRaw('d.event_id = ANY (ARRAY(?))', events);
  if (events !== undefined) return sorted(NEWEST_FIRST, { statuses, endpointId });
  if (isFailed || status === 'RETRYING') {
    rows.where('d.failing_status', isFailed ? 'FAILED' : status);
    return sorted(NEWEST_FIRST, { endpointId });
  }
  if (waiting.isShort) {
    rows.whereRaw('d.id = ANY (ARRAY(?))', queueOf(tenantId, MAX_SCANNED, held.onlyEndpoints));
    return sorted(NEWEST_FIRST, { statuses, endpointId });
  }
  if (endpointId !== undefined) {
    rows.where('d.registration_id', endpointId);
    return sorted(NEWEST_FIRST, { statuses });
  }
  // What is held is found by the index of each inactive endpoint. PostgreSQL merges them and reads as far as it has to.
  if (held.onlyEndpoints !== undefined) {
    const sources = held.onlyEndpoints.map((id) => rows.clone().where('d.registration_id', id));
    return {
      tenant: tenantId,
      rows: merged(sources, maxScanned),
      maxScanned,
      newestFirst: NEWEST_FIRST,
      remaining: { kind, statuses },
    };
  }
  return sorted(ALL_NEWEST_FIRST, { statuses });
}

/** Without the limits, which the whole has as well, PostgreSQL reads and sorts each source whole. */
function merged(sources: readonly Knex.QueryBuilder[], maxScanned: number): Knex.QueryBuilder {
  const inOrder = sources.map((source) => source.orderByRaw(NEWEST_FIRST).limit(maxScanned));
  const union = build.raw(inOrder.map(() => '?').join(' UNION ALL '), inOrder);
  return build.from(build.raw('(?) AS d', [union])).orderByRaw(NEWEST_FIRST);
}

function statusesOf(status: DeliveryFilter['status']): readonly DeliveryStatus[] | undefined {
  if (status === 'HELD') return ['PENDING', 'RETRYING'];
  if (status === 'DROPPED') return ['FAILED'];
  return status === undefined ? undefined : [status];
}

function heldConditions(
  { status, endpointId }: DeliveryFilter,
  inactive: readonly number[],
): Pick<RemainingConditions, 'onlyEndpoints' | 'notEndpoints'> {
  if (status === 'HELD') return { onlyEndpoints: heldEndpoints(inactive, endpointId) };
  return inactive.length > 0 ? { notEndpoints: inactive } : {};
}

function inRange(
  rows: Knex.QueryBuilder,
  { from, until }: DeliveryFilter,
  after: DeliveryPosition | undefined,
): Knex.QueryBuilder {
  if (from !== undefined) rows.where('d.created_at', '>=', from);
  if (until !== undefined) rows.where('d.created_at', '<', until);
  if (after !== undefined) rows.whereRaw('(d.created_at, d.id) < (?, ?)', [after.createdAt, after.id]);
  return rows;
}
