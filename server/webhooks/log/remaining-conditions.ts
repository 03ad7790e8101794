import type { Knex } from 'knex';
import { heldSinceSql } from '../endpoint-key.ts';
import type { DeliveryStatus } from './delivery-filter.ts';

// LATERAL with LIMIT 1, as in the claim: joined, PostgreSQL may read and sort both tables whole for a page. The tenant is a binding: by that of
// a row, Citus would ask each machine.
export const EVENT = `CROSS JOIN LATERAL (SELECT kind, test, left(body, 400) AS head FROM events
  WHERE tenant_id = :tenant AND event_id = d.event_id LIMIT 1) e`;
export const ENDPOINT = `CROSS JOIN LATERAL (SELECT coalesce(nullif(description, ''), url) AS name, url, active,
    deleted_at IS NOT NULL AS deleted, ${heldSinceSql('w')} IS NOT NULL AS held
  FROM webhook_registrations w WHERE tenant_id = :tenant AND id = d.registration_id LIMIT 1) r`;
/** Taken out of the queue in the middle of a round, with the attempts of one round: the endpoint was deleted. */
export const DROPPED = '(r.deleted AND (d.attempt_number = 0 OR d.attempt_number % ? <> 0))';

/** What no index has found yet, of a delivery `d`. */
export interface RemainingConditions {
  readonly dropped?: { readonly is: boolean; readonly maxAttempts: number };
  readonly statuses?: readonly DeliveryStatus[];
  readonly kind?: string;
  readonly endpointId?: number;
  readonly onlyEndpoints?: readonly number[];
  readonly notEndpoints?: readonly number[];
}

export const hasConditions = (remaining: RemainingConditions): boolean =>
  Object.values(remaining).some((value) => value !== undefined);

/** The page's deliveries `d` joined with EVENT and ENDPOINT, or with what the conditions need of them. */
export function withConditions(
  page: Knex.QueryBuilder,
  { statuses, kind, endpointId, onlyEndpoints, notEndpoints, dropped }: RemainingConditions,
): Knex.QueryBuilder {
  if (dropped !== undefined) page.whereRaw(`${DROPPED} = ?`, [dropped.maxAttempts, dropped.is]);
  if (statuses !== undefined) page.whereIn('d.status', statuses);
  if (endpointId !== undefined) page.where('d.registration_id', endpointId);
  if (onlyEndpoints !== undefined) page.whereIn('d.registration_id', onlyEndpoints);
  if (notEndpoints !== undefined) page.whereNotIn('d.registration_id', notEndpoints);
  if (kind !== undefined) page.where('e.kind', kind);
  return page;
}
