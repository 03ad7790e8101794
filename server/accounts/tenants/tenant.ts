import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { TenantStatus } from '../tenant-status.ts';
import type { Plan } from './plans.ts';

/** A tenant as operators see it. Times are RFC 3339. */
export interface Tenant extends Plan {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly status: TenantStatus;
  readonly suspendedAt: string | null;
  /** For operators alone, as the other one. */
  readonly suspensionReason: string | null;
  readonly closedAt: string | null;
  readonly closingReason: string | null;
  /** When a closed one is deleted. */
  readonly deleteAfter: string | null;
  readonly createdAt: string;
}

const time = (column: string) => build.raw(`iso(${column}) AS ??`, [camel(column)]);
const camel = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const tenantWithId = (tenantId: number) =>
  build('tenants')
    .where('tenant_id', tenantId)
    .select('name', 'plan', 'currency', 'status', 'api_enabled', 'webhooks_enabled', 'api_rate_limit_rpm')
    .select({ id: 'tenant_id', timeZone: 'time_zone', suspensionReason: 'suspension_reason' })
    .select({ closingReason: 'closing_reason' })
    .select(['suspended_at', 'closed_at', 'delete_after', 'created_at'].map(time));

export const findTenant = (db: Querier, tenantId: number): Promise<Tenant | undefined> =>
  firstOf<Tenant>(db, tenantWithId(tenantId));

/** Nobody else changes it until the end of the transaction. */
export const lockTenant = (tx: Transaction, tenantId: number): Promise<Tenant | undefined> =>
  firstOf<Tenant>(tx, tenantWithId(tenantId).forUpdate());

export async function updateTenantRow(tx: Transaction, tenantId: number, values: object): Promise<void> {
  await runQuery(tx, build('tenants').where('tenant_id', tenantId).update(values));
}
