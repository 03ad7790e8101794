import type { Tenant } from '../../accounts/tenants/tenant.ts';
import type { Querier } from '../../db/querier.ts';

/** A tenant in the list. Times are RFC 3339. */
export interface ListedTenant extends Pick<Tenant, 'tenant_id' | 'name' | 'plan' | 'status' | 'created_at'> {
  readonly users: number;
  /** Up to 30 s late. */
  readonly last_request_at: string | null;
}

export interface TenantSearch {
  /** A part of the name, or all of an id, a user's e-mail address, an API key or its prefix, an endpoint's host or its domain. */
  readonly text?: string | undefined;
  readonly status?: Tenant['status'] | undefined;
  /** The last id of the page before. */
  readonly after: number;
  readonly limit: number;
}

/** Of a key only the prefix is looked for, whatever of it is typed. */
const KEY_PREFIX_LENGTH = 11;
/** As the index has it: an address, backwards, without what comes before and after the host. */
const HOST = `reverse(lower(substring(url from '://([^/:?#]+)')))`;

// Each by an index of its own but the name: there are thousands of tenants, not millions.
const FOUND = `t.tenant_id IN (
    SELECT tenant_id FROM tenants WHERE position(lower($3) IN lower(name)) > 0 OR tenant_id::text = $3
    UNION ALL SELECT tenant_id FROM users WHERE lower(email) = lower($3)
    UNION ALL SELECT tenant_id FROM api_keys WHERE prefix = left($3, ${KEY_PREFIX_LENGTH})
    UNION ALL SELECT tenant_id FROM webhook_registrations
      WHERE ${HOST} = reverse(lower($3)) OR ${HOST} LIKE $4)`;

/** In the order of their ids. */
export function findTenants(
  db: Querier,
  { text = '', status, after, limit }: TenantSearch,
): Promise<ListedTenant[]> {
  const searched = text === '' ? [] : [text, domainPattern(text)];
  const conditions = ['t.tenant_id > $1', ...(text === '' ? [] : [FOUND])];
  if (status !== undefined) conditions.push(`t.status = $${searched.length + 3}`);
  return db.query<ListedTenant>(
    `SELECT t.tenant_id, t.name, t.plan, t.status,
       (SELECT count(*)::int FROM users u WHERE u.tenant_id = t.tenant_id) AS users,
       (SELECT iso(max(last_used_at)) FROM api_keys k WHERE k.tenant_id = t.tenant_id) AS last_request_at,
       iso(t.created_at) AS created_at
     FROM tenants t WHERE ${conditions.join(' AND ')} ORDER BY t.tenant_id LIMIT $2`,
    [after, limit, ...searched, ...(status === undefined ? [] : [status])],
  );
}

/** What begins, backwards, with the domain and a dot. */
const domainPattern = (domain: string): string =>
  `${[...`.${domain.toLowerCase()}`]
    .reverse()
    .join('')
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
