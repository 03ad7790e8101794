import type { Knex } from 'knex';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { ATTEMPT_URL } from './attempt-url.ts';
import type { DeliveryFilter, DeliveryPosition, DeliveryStatus } from './delivery-filter.ts';
import { type DeliverySource, deliverySource, MAX_SCANNED } from './delivery-source.ts';
import { type EventSubject, subjectOf } from './event-subject.ts';
import { isContradiction, waitingFor } from './held.ts';
import { ENDPOINT, EVENT, hasConditions, withConditions } from './remaining-conditions.ts';

export interface ListedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly test: boolean;
  /** The order, customer or product that the event is about. */
  readonly subject: EventSubject | undefined;
  readonly endpointId: number;
  /** The endpoint's description, or its URL if it has none. */
  readonly endpointName: string;
  readonly endpointActive: boolean;
  readonly endpointDeleted: boolean;
  /** An operator has stopped what is sent to its host, or for its tenant. */
  readonly isHeld: boolean;
  /** The endpoint's present URL. */
  readonly url: string;
  /** Where the last attempt was sent; null before the first one's end. */
  readonly attemptUrl: string | null;
  readonly status: DeliveryStatus;
  /** Attempts so far, over all rounds. */
  readonly attempts: number;
  /** Those before the resend whose round is under way. 0 without one, and when it's over. */
  readonly attemptsBefore: number;
  /** How the last attempt ended; null before the first one's end. */
  readonly outcome: string | null;
  /** An error code such as `ECONNREFUSED`, or why nothing was sent to the address. */
  readonly detail: string | null;
  /** Of the last attempt: lines of `name: value`. */
  readonly responseHeaders: string | null;
  readonly responseStatus: number | null;
  readonly durationMs: number | null;
  readonly nextRetryAt: string | null;
  readonly createdAt: string;
}

export interface DeliveryPage {
  readonly deliveries: readonly ListedDelivery[];
  /** Where the next page continues; undefined after the last one. */
  readonly next: DeliveryPosition | undefined;
  /** The page isn't full because the search ended after MAX_SCANNED deliveries. Older ones may match. */
  readonly searchedUntil: string | undefined;
}

const LAST_ATTEMPT = `LEFT JOIN LATERAL (SELECT outcome, detail, response_headers, ${ATTEMPT_URL} AS url FROM webhook_attempts a
  WHERE tenant_id = :tenant AND delivery_id = d.id AND number = d.attempt_number LIMIT 1) a ON true`;

const ROUND = `LEFT JOIN LATERAL (SELECT round_start FROM webhook_queue
  WHERE tenant_id = :tenant AND delivery_id = d.id AND d.status IN ('PENDING', 'RETRYING') LIMIT 1) q ON true`;

/** A page of a tenant's deliveries, newest first, after a position. */
export async function listDeliveries(
  db: Querier,
  tenantId: number,
  filter: DeliveryFilter,
  { limit, after }: PageOptions,
): Promise<DeliveryPage> {
  const newest =
    filter.status === 'HELD' ? await newestHeld(db, tenantId, filter, { limit, after }) : undefined;
  if (newest !== undefined) return newest;
  const waiting = await waitingFor(db, tenantId, filter, MAX_SCANNED);
  if (isContradiction(filter, waiting)) return { deliveries: [], next: undefined, searchedUntil: undefined };
  const source = (): DeliverySource => deliverySource(tenantId, filter, after, waiting);
  const rows = await runQuery<Row>(db, pageQuery(source(), limit + 1));
  if (rows.length > limit) return fullPage(rows, limit);
  const next = hasConditions(source().remaining) ? await endOfScan(db, source()) : undefined;
  return { deliveries: rows.map(toDelivery), next, searchedUntil: next?.createdAt };
}

function fullPage(rows: readonly Row[], limit: number): DeliveryPage {
  const deliveries = rows.slice(0, limit).map(toDelivery);
  return { deliveries, next: positionOf(deliveries.at(-1)!), searchedUntil: undefined };
}

interface PageOptions {
  readonly limit: number;
  readonly after?: DeliveryPosition;
}

/**
 * A full page of held deliveries, if it can be had by reading twice as many. Nothing new is created for an inactive endpoint, so
 * most of its newest deliveries are usually held. Undefined if few are held at all, or if they lie further back.
 */
async function newestHeld(
  db: Querier,
  tenantId: number,
  filter: DeliveryFilter,
  { limit, after }: PageOptions,
): Promise<DeliveryPage | undefined> {
  const { inactive, isShort } = await waitingFor(db, tenantId, filter, limit);
  if (isShort || isContradiction(filter, { inactive })) return undefined;
  const source = deliverySource(tenantId, filter, after, { inactive, isShort }, 2 * limit);
  const rows = await runQuery<Row>(db, pageQuery(source, limit + 1));
  return rows.length > limit ? fullPage(rows, limit) : undefined;
}

interface Row extends Omit<ListedDelivery, 'subject'> {
  readonly head: string;
}

function pageQuery(
  { tenant, rows, maxScanned, newestFirst, remaining }: DeliverySource,
  limit: number,
): Knex.QueryBuilder {
  const scanned = rows.select('d.*').limit(hasConditions(remaining) ? maxScanned : limit);
  const page = build(scanned.as('d'));
  for (const join of [EVENT, ENDPOINT, LAST_ATTEMPT, ROUND]) page.joinRaw(join, { tenant });
  return withConditions(page, remaining).select(columns).orderByRaw(newestFirst).limit(limit);
}

const columns = {
  id: 'd.id',
  eventId: 'd.event_id',
  kind: 'e.kind',
  test: 'e.test',
  head: 'e.head',
  endpointId: 'd.registration_id',
  endpointName: 'r.name',
  endpointActive: 'r.active',
  endpointDeleted: 'r.deleted',
  isHeld: 'r.held',
  url: 'r.url',
  attemptUrl: 'a.url',
  status: 'd.status',
  attempts: 'd.attempt_number',
  attemptsBefore: build.raw('coalesce(q.round_start, 0)'),
  outcome: 'a.outcome',
  detail: 'a.detail',
  responseHeaders: 'a.response_headers',
  responseStatus: 'd.response_status',
  durationMs: 'd.duration_ms',
  nextRetryAt: build.raw('iso(d.next_retry_at)'),
  createdAt: build.raw('iso(d.created_at)'),
};

/** A sample is about nothing, whatever its made-up data says. */
const toDelivery = ({ head, ...row }: Row): ListedDelivery => ({
  ...row,
  subject: row.test ? undefined : subjectOf(head),
});

const positionOf = ({ createdAt, id }: DeliveryPosition): DeliveryPosition => ({ createdAt, id });

/** The last delivery that the page's query read, if it read as many as it may. */
async function endOfScan(db: Querier, { rows }: DeliverySource): Promise<DeliveryPosition | undefined> {
  const last = rows.select('d.id', build.raw('iso(d.created_at) AS "createdAt"'));
  return (await runQuery<DeliveryPosition>(db, last.offset(MAX_SCANNED - 1).limit(1)))[0];
}
