import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { TenantStatus } from '../tenant-status.ts';
import type { Plan } from './plans.ts';

/** A tenant as operators see it, by the names of its columns. Times are RFC 3339. */
export interface Tenant extends Plan {
  readonly tenant_id: number;
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly time_zone: string;
  readonly status: TenantStatus;
  readonly suspended_at: string | null;
  /** For operators alone, as the other one. */
  readonly suspension_reason: string | null;
  readonly closed_at: string | null;
  readonly closing_reason: string | null;
  /** When a closed one is deleted. */
  readonly delete_after: string | null;
  /** An operator has stopped what is sent to its endpoints. */
  readonly deliveries_held_since: string | null;
  readonly created_at: string;
}

const time = (column: string) => build.raw('iso(??) AS ??', [column, column]);

const tenantWithId = (tenantId: number) =>
  build('tenants')
    .where('tenant_id', tenantId)
    .select('tenant_id', 'name', 'plan', 'api_enabled', 'webhooks_enabled', 'api_rate_limit_rpm')
    .select(build.raw('stored_bytes_limit::float8 AS stored_bytes_limit'))
    .select('currency', 'time_zone', 'status', time('suspended_at'), 'suspension_reason')
    .select(time('closed_at'), 'closing_reason', time('delete_after'), time('deliveries_held_since'))
    .select(time('created_at'));

export const findTenant = (db: Querier, tenantId: number): Promise<Tenant | undefined> =>
  firstOf<Tenant>(db, tenantWithId(tenantId));

/** Nobody else changes it until the end of the transaction. */
export const lockTenant = (tx: Transaction, tenantId: number): Promise<Tenant | undefined> =>
  firstOf<Tenant>(tx, tenantWithId(tenantId).forUpdate());

export async function updateTenantRow(tx: Transaction, tenantId: number, values: object): Promise<void> {
  await runQuery(tx, build('tenants').where('tenant_id', tenantId).update(values));
}
