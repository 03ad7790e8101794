import type { Transaction } from '../../db/querier.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import { PLANS, type Plan, type PlanName } from './plans.ts';
import { lockTenant, type Tenant, updateTenantRow } from './tenant.ts';

/** What is left out stays. A plan brings its values, but for those that are given. */
export interface TenantChange extends Partial<Plan> {
  readonly name?: string;
  /** IANA name. */
  readonly time_zone?: string;
  readonly plan?: PlanName;
}

/** Returns the tenant as it was before, or undefined if there is none. */
export async function updateTenant(
  tx: Transaction,
  actor: Actor,
  tenantId: number,
  change: TenantChange,
): Promise<Tenant | undefined> {
  const before = await lockTenant(tx, tenantId);
  if (!before) return undefined;
  const values = { ...(change.plan && PLANS[change.plan]), ...change };
  const changed = Object.entries(values).filter(([name, value]) => before[name as keyof Plan] !== value);
  if (changed.length === 0) return before;
  const details = Object.fromEntries([
    ...changed,
    ...changed.map(([name]) => [`was_${name}`, before[name as keyof Plan]]),
  ]);
  await updateTenantRow(tx, tenantId, Object.fromEntries(changed));
  const target = { type: 'tenant', id: tenantId, name: change.name ?? before.name } as const;
  await recordAudit(tx, { tenantId, actor, action: 'tenant.updated', target, details });
  return before;
}
