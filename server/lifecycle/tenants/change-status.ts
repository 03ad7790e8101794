import { DEACTIVATION_WAIT_MS } from '../../accounts/api-keys/api-key-cache.ts';
import type { AuditAction } from '../../accounts/audit/actions.ts';
import type { Actor } from '../../accounts/audit/actor.ts';
import { recordAudit } from '../../accounts/audit/store.ts';
import { endAllSessions } from '../../accounts/staff/user-changes.ts';
import type { TenantStatus } from '../../accounts/tenant-status.ts';
import { lockTenant, type Tenant, updateTenantRow } from '../../accounts/tenants/tenant.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { build } from '../../db/sql/query-builder.ts';
import { resumeDeliveries } from '../../webhooks/endpoints/activation.ts';

/** What an operator does with a tenant. `graceDays` is how long a closed one can be reopened. */
export type StatusChange =
  | { readonly to: 'suspended' | 'closed'; readonly reason: string; readonly graceDays: number }
  | { readonly to: 'resumed' | 'reopened' };

const FROM: Readonly<Record<StatusChange['to'], readonly TenantStatus[]>> = {
  suspended: ['active'],
  resumed: ['suspended'],
  closed: ['active', 'suspended'],
  reopened: ['closed'],
};

export const isChange = (word: string | undefined): word is StatusChange['to'] =>
  word !== undefined && Object.hasOwn(FROM, word);

/** What can be done with a tenant as it is. */
export const changesOf = (status: TenantStatus): StatusChange['to'][] =>
  (Object.keys(FROM) as StatusChange['to'][]).filter((to) => FROM[to].includes(status));

/**
 * Returns the tenant as it was before; undefined if there is none. It's changed only if its status allows it. Returns once every
 * process knows: no request that starts later is accepted from a suspended or closed tenant, as with a deactivated key.
 */
export async function changeStatus(
  db: Transactional,
  actor: Actor,
  tenantId: number,
  change: StatusChange,
  wait: (ms: number) => Promise<void>,
): Promise<{ readonly before: Tenant; readonly changed: boolean } | undefined> {
  const result = await db.transaction(async (tx) => {
    const before = await lockTenant(tx, tenantId);
    if (!before) return undefined;
    const changed = FROM[change.to].includes(before.status);
    if (changed) await write(tx, actor, before, change);
    return { before, changed };
  });
  if (result) await wait(DEACTIVATION_WAIT_MS);
  return result;
}

async function write(tx: Transaction, actor: Actor, before: Tenant, change: StatusChange): Promise<void> {
  const { tenant_id: tenantId, name } = before;
  const values = valuesOf(before, change);
  await updateTenantRow(tx, tenantId, values);
  if (change.to === 'closed') await endAllSessions(tx, tenantId);
  if (values.status === 'active') await resumeDeliveries(tx, tenantId);
  const action = `tenant.${change.to}` satisfies AuditAction;
  const details = change.to === 'closed' ? { days: change.graceDays } : undefined;
  const target = { type: 'tenant', id: tenantId, name } as const;
  await recordAudit(tx, { tenantId, actor, action, target, ...(details && { details }) });
}

const NOW = build.raw('statement_timestamp()');

function valuesOf({ suspended_at }: Tenant, change: StatusChange) {
  switch (change.to) {
    case 'suspended':
      return { status: 'suspended', suspended_at: NOW, suspension_reason: change.reason };
    case 'closed':
      return {
        ...{ status: 'closed', closed_at: NOW, closing_reason: change.reason },
        delete_after: build.raw(`statement_timestamp() + ? * interval '1 day'`, [change.graceDays]),
      };
    case 'resumed':
      return { status: 'active', suspended_at: null, suspension_reason: null };
    case 'reopened':
      return {
        status: suspended_at === null ? 'active' : 'suspended',
        ...{ closed_at: null, closing_reason: null, delete_after: null },
      };
  }
}
