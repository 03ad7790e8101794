import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { ATTEMPT_URL } from './attempt-url.ts';
import { MAX_SCANNED } from './delivery-source.ts';
import type { ListedDelivery } from './list-deliveries.ts';

export interface LastAttempt
  extends Pick<ListedDelivery, 'outcome' | 'detail' | 'responseHeaders' | 'responseStatus'> {
  readonly startedAt: string;
  readonly url: string | null;
}

// LATERAL with LIMIT 1, as in the list of deliveries: joined, PostgreSQL may read both tables whole.
const LAST = `CROSS JOIN LATERAL (SELECT started_at, outcome, detail, response_headers, ${ATTEMPT_URL} AS url FROM webhook_attempts a
  WHERE tenant_id = :tenant AND delivery_id = d.id AND number = d.attempt_number LIMIT 1) a`;

/**
 * The last attempt of an endpoint's newest delivery that has one, or that was accepted, tests included. Undefined if there is
 * none among the newest MAX_SCANNED.
 */
export function lastAttempt(
  db: Querier,
  { tenantId, id }: EndpointKey,
  wanted: 'any' | 'accepted',
): Promise<LastAttempt | undefined> {
  const newest = build('webhook_deliveries')
    .where({ tenant_id: tenantId, registration_id: id })
    .orderBy('created_at', 'desc')
    .limit(MAX_SCANNED)
    .select('id', 'registration_id', 'status', 'attempt_number', 'response_status', 'created_at');
  const found = build(newest.as('d'))
    .joinRaw(LAST, { tenant: tenantId })
    .orderBy('d.created_at', 'desc')
    .limit(1)
    .select({
      startedAt: build.raw('iso(a.started_at)'),
      outcome: 'a.outcome',
      detail: 'a.detail',
      responseStatus: 'd.response_status',
      responseHeaders: 'a.response_headers',
      url: 'a.url',
    });
  return firstOf(
    db,
    wanted === 'any' ? found.where('d.attempt_number', '>', 0) : found.where('d.status', 'SUCCESS'),
  );
}
