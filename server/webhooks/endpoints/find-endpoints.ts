import { parseUrl } from '../../base/formats/parse-url.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { type EndpointKey, endpointOf, endpoints, heldSinceSql } from '../endpoint-key.ts';

/** Everything about an endpoint except its secrets. Times are RFC 3339. */
export interface EndpointDetails {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  /** Of the headers that the tenant wants with each delivery. Their values are secrets. */
  readonly headerNames: readonly string[];
  readonly active: boolean;
  /** Raised by each change of the fields above. */
  readonly version: number;
  readonly createdAt: string;
  /** `staff` switched it off, or the service did after 5 days of `failing`, or when it responded 410, `gone`. */
  readonly inactiveReason: 'staff' | 'failing' | 'gone' | null;
  readonly inactiveSince: string | null;
  /** Since its last success, if something failed after that. */
  readonly failingSince: string | null;
  /** Since when an operator has held what is sent to it, by its host or its tenant. */
  readonly heldSince: string | null;
  /** When the secret from before the last rotation stops signing; null when it has. */
  readonly previousSecretUntil: string | null;
  /** Since when no worker can decrypt the secret. */
  readonly secretUnreadableSince: string | null;
}

const DETAILS = {
  id: 'id',
  url: 'url',
  description: 'description',
  events: 'events',
  headerNames: 'header_names',
  active: 'active',
  version: 'version',
  createdAt: build.raw('iso(created_at)'),
  inactiveReason: 'inactive_reason',
  inactiveSince: build.raw('iso(inactive_since)'),
  failingSince: build.raw('iso(failing_since)'),
  heldSince: build.raw(`iso(${heldSinceSql('webhook_registrations')})`),
  previousSecretUntil: build.raw(
    'CASE WHEN previous_secret IS NOT NULL AND previous_secret_until > statement_timestamp() THEN iso(previous_secret_until) END',
  ),
  secretUnreadableSince: build.raw('iso(secret_unreadable_since)'),
};

/** All endpoints of a tenant, at most MAX_ENDPOINTS_PER_TENANT, in the order in which they were created. */
export const listEndpoints = (db: Querier, tenantId: number): Promise<EndpointDetails[]> =>
  runQuery(db, endpoints().where('tenant_id', tenantId).orderBy('id').select(DETAILS));

export const findEndpoint = (db: Querier, key: EndpointKey): Promise<EndpointDetails | undefined> =>
  firstOf(db, endpointOf(key).select(DETAILS));

/** The same, locked until the end of the transaction. Deliveries of it go on meanwhile, and results wait. */
export const lockEndpoint = (tx: Querier, key: EndpointKey): Promise<EndpointDetails | undefined> =>
  firstOf(tx, endpointOf(key).select(DETAILS).forNoKeyUpdate());

/** The tenant's other endpoints with the same URL: what both of them subscribe to is sent there twice. */
export async function findSameUrl(
  db: Querier,
  { tenantId, id }: EndpointKey,
  url: string,
): Promise<EndpointDetails[]> {
  const href = parseUrl(url)?.href;
  const all = await listEndpoints(db, tenantId);
  return all.filter((other) => other.id !== id && parseUrl(other.url)?.href === href);
}
