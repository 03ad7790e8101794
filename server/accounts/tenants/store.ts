import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import { DEFAULT_CURRENCY } from './currency.ts';
import { PLANS, type PlanName } from './plans.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

export async function insertTenant(
  db: Querier,
  name: string,
  plan: PlanName,
  currency = DEFAULT_CURRENCY,
  timeZone = DEFAULT_TIME_ZONE,
): Promise<number> {
  const ofPlan = PLANS[plan];
  const query = build('tenants')
    .insert({ name, plan, ...ofPlan, currency, time_zone: timeZone })
    .returning('tenant_id');
  return (await firstOf<{ tenant_id: number }>(db, query))!.tenant_id;
}

export async function tenantExists(db: Querier, tenantId: number): Promise<boolean> {
  const query = build('tenants').where('tenant_id', tenantId).select('tenant_id');
  return (await firstOf(db, query)) !== undefined;
}

export async function webhooksOfPlan(
  db: Querier,
  tenantId: number,
): Promise<{ plan: string; enabled: boolean }> {
  const query = build('tenants')
    .where('tenant_id', tenantId)
    .select({ plan: 'plan', enabled: 'webhooks_enabled' });
  return (await firstOf<{ plan: string; enabled: boolean }>(db, query))!;
}

export async function findTenantByName(db: Querier, name: string): Promise<number | undefined> {
  const query = build('tenants').where({ name }).orderBy('tenant_id').limit(1).select('tenant_id');
  return (await firstOf<{ tenant_id: number }>(db, query))?.tenant_id;
}
