import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import { CLOSED, type TenantStatus } from '../tenant-status.ts';
import type { Permission } from './rules/roles.ts';

export interface PanelUser {
  readonly id: number;
  readonly tenantId: number;
  readonly email: string;
  /** Empty if nobody gave one. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly secondFactor: boolean;
}

export interface PanelTenant {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  /** IANA name: America/Sao_Paulo. */
  readonly timeZone: string;
  readonly apiEnabled: boolean;
  readonly webhooksEnabled: boolean;
  readonly status: TenantStatus;
  /** Of everybody. */
  readonly secondFactorRequired: boolean;
}

export interface SessionOwner {
  readonly user: PanelUser;
  readonly tenant: PanelTenant;
}

const TENANT = {
  plan: 't.plan',
  timeZone: 't.time_zone',
  apiEnabled: 't.api_enabled',
  webhooksEnabled: 't.webhooks_enabled',
  status: 't.status',
  secondFactorRequired: 't.second_factor_required',
} as const;

/** For whoever looks at a tenant's panel without being its user. Undefined if there is none, or it's closed. */
export const findPanelTenant = (db: Querier, tenantId: number): Promise<PanelTenant | undefined> =>
  firstOf<PanelTenant>(
    db,
    build('tenants as t')
      .where('t.tenant_id', tenantId)
      .whereNotIn('t.status', CLOSED)
      .select({ id: 't.tenant_id', name: 't.name', ...TENANT }),
  );

/** The user of a session as of now. Undefined when the user is disabled or gone, the tenant closed, or the user has ended all sessions since. */
export async function findSessionOwner(
  db: Querier,
  { tenantId, userId, version }: { tenantId: number; userId: number; version: number },
): Promise<SessionOwner | undefined> {
  const query = build('users as u')
    .join('tenants as t', 't.tenant_id', 'u.tenant_id')
    .leftJoin('user_second_factors as f', (join) =>
      join.on('f.tenant_id', 'u.tenant_id').andOn('f.user_id', 'u.id'),
    )
    .where({ 'u.tenant_id': tenantId, 'u.id': userId, 'u.session_version': version })
    .whereNull('u.disabled_at')
    .whereNotIn('t.status', CLOSED)
    .select({
      id: 'u.id',
      tenantId: 'u.tenant_id',
      email: 'u.email',
      name: 'u.name',
      permissions: 'u.permissions',
      tenantName: 't.name',
      ...TENANT,
    })
    .select(build.raw('f.confirmed_at IS NOT NULL AS "secondFactor"'));
  const row = await firstOf<PanelUser & Omit<PanelTenant, 'id' | 'name'> & { tenantName: string }>(db, query);
  if (!row) return undefined;
  const { tenantName, plan, timeZone, apiEnabled, webhooksEnabled, secondFactorRequired, status, ...user } =
    row;
  const flags = { apiEnabled, webhooksEnabled, secondFactorRequired, status };
  const tenant = { id: user.tenantId, name: tenantName, plan, timeZone, ...flags };
  return { user, tenant };
}
