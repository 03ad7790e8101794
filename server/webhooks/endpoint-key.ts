import type { AuditAction } from '../accounts/audit/actions.ts';
import type { Actor } from '../accounts/audit/actor.ts';
import { type AuditEntry, recordAudit } from '../accounts/audit/store.ts';
import type { Querier, Transaction } from '../db/querier.ts';
import { build, firstOf } from '../db/sql/query-builder.ts';

export interface EndpointKey {
  readonly tenantId: number;
  readonly id: number;
}

/** Endpoints that weren't deleted. The row of a deleted one stays for the history of its deliveries. */
export const endpoints = () => build('webhook_registrations').whereNull('webhook_registrations.deleted_at');

export const endpointOf = ({ tenantId, id }: EndpointKey) => endpoints().where({ tenant_id: tenantId, id });

/** SQL for since when an operator has held what is sent to an endpoint `r`: for its host, for its tenant, or with the tenant's suspension. */
export const heldSinceSql = (r: string): string =>
  `coalesce(${r}.held_since, (SELECT coalesce(t.deliveries_held_since, t.suspended_at) FROM tenants t
     WHERE t.tenant_id = ${r}.tenant_id))`;

/** Writes who did what with an endpoint, whose URL staff know it by. */
export const auditEndpoint = (
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  { tenantId, id, url }: EndpointKey & { readonly url: string },
  details?: AuditEntry['details'],
): Promise<void> =>
  recordAudit(tx, { tenantId, actor, action, target: { type: 'endpoint', id, name: url }, details });

/** For an operator, who knows an endpoint by its id alone. */
export const findEndpointKey = (db: Querier, id: number): Promise<EndpointKey | undefined> =>
  firstOf(db, endpoints().where({ id }).select({ tenantId: 'tenant_id', id: 'id' }));
