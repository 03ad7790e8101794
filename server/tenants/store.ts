import type { Querier } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { DEFAULT_CURRENCY } from './currency.ts';
import { PLANS, type PlanName } from './plans.ts';

export async function insertTenant(
  db: Querier,
  name: string,
  plan: PlanName,
  currency = DEFAULT_CURRENCY,
): Promise<number> {
  const { api_enabled, webhooks_enabled, api_rate_limit_rpm } = PLANS[plan];
  const row = await firstRow<{ tenant_id: number }>(
    db,
    `INSERT INTO tenants (name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm, currency)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING tenant_id`,
    [name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm, currency],
  );
  return row!.tenant_id;
}

export async function tenantExists(db: Querier, tenantId: number): Promise<boolean> {
  return (await firstRow(db, 'SELECT 1 FROM tenants WHERE tenant_id = $1', [tenantId])) !== undefined;
}

export async function webhooksOfPlan(
  db: Querier,
  tenantId: number,
): Promise<{ plan: string; enabled: boolean }> {
  const sql = 'SELECT plan, webhooks_enabled AS enabled FROM tenants WHERE tenant_id = $1';
  return (await firstRow<{ plan: string; enabled: boolean }>(db, sql, [tenantId]))!;
}

export async function findTenantByName(db: Querier, name: string): Promise<number | undefined> {
  const sql = 'SELECT tenant_id FROM tenants WHERE name = $1 ORDER BY tenant_id LIMIT 1';
  return (await firstRow<{ tenant_id: number }>(db, sql, [name]))?.tenant_id;
}
