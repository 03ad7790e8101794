import { STORED_BYTES } from '../../accounts/stored-bytes.ts';
import type { Querier } from '../../db/querier.ts';

/** What a tenant has, up to MOST_COUNTED each, and when its last request came. */
export interface TenantUsage {
  readonly users: number;
  /** That work. */
  readonly keys: number;
  readonly endpoints: number;
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
  readonly events: number;
  readonly waiting_deliveries: number;
  readonly stored_bytes: number;
  /** RFC 3339, up to 30 s late. */
  readonly last_request_at: string | null;
}

/** Tenths of a second to count; who needs it exactly exports the tenant. */
export const MOST_COUNTED = 1_000_000;

const count = (table: string, condition = 'true'): string =>
  `(SELECT count(*)::int FROM (SELECT FROM ${table} WHERE tenant_id = $1 AND ${condition} LIMIT $2) counted)`;

const USAGE = `SELECT ${count('users')} AS users, ${count('products')} AS products, ${count('customers')} AS customers,
  ${count('api_keys', 'active AND (expires_at IS NULL OR expires_at > statement_timestamp())')} AS keys,
  ${count('webhook_registrations', 'deleted_at IS NULL')} AS endpoints, ${count('orders')} AS orders,
  ${count('events')} AS events, ${count('webhook_queue')} AS waiting_deliveries, ${STORED_BYTES('$1')} AS stored_bytes,
  (SELECT iso(max(last_used_at)) FROM api_keys WHERE tenant_id = $1) AS last_request_at`;

export async function tenantUsage(db: Querier, tenantId: number, most = MOST_COUNTED): Promise<TenantUsage> {
  const [usage] = await db.query<TenantUsage>(USAGE, [tenantId, most]);
  return usage!;
}
