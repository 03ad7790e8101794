import type { Transaction } from '../../db/querier.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import type { PlanName } from './plans.ts';
import { insertTenant } from './store.ts';

export interface NewTenant {
  readonly name: string;
  readonly plan: PlanName;
  readonly currency?: string;
  /** IANA name. */
  readonly timeZone?: string;
}

export async function createTenant(
  tx: Transaction,
  actor: Actor,
  { name, plan, currency, timeZone }: NewTenant,
): Promise<number> {
  const tenantId = await insertTenant(tx, name, plan, currency, timeZone);
  const target = { type: 'tenant', id: tenantId, name } as const;
  await recordAudit(tx, { tenantId, actor, action: 'tenant.created', target, details: { plan } });
  return tenantId;
}
