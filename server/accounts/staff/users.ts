import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { AuditAction } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import { type AuditEntry, recordAudit } from '../audit/store.ts';
import type { FactorOwner } from '../second-factor/store.ts';
import type { Permission } from './rules/roles.ts';

export interface UserKey {
  readonly tenantId: number;
  readonly id: number;
}

export interface User extends UserKey {
  readonly email: string;
  /** Empty if nobody gave one. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly disabled: boolean;
  /** RFC 3339, or null before the first login. */
  readonly lastLoginAt: string | null;
  readonly secondFactor: boolean;
}

const FACTORS = 'user_second_factors';

export const factorOf = ({ tenantId, id }: UserKey): FactorOwner => ({
  table: FACTORS,
  key: { tenant_id: tenantId, user_id: id },
  context: `second factor of user ${tenantId}/${id}`,
});

/** Every user who has a key, for whoever encrypts all of them anew. */
export async function listFactorOwners(db: Querier): Promise<FactorOwner[]> {
  const rows = await runQuery<UserKey>(db, build(FACTORS).select({ tenantId: 'tenant_id', id: 'user_id' }));
  return rows.map(factorOf);
}

const users = () =>
  build('users')
    .select({ tenantId: 'tenant_id', id: 'id', email: 'email', name: 'name', permissions: 'permissions' })
    .select(
      build.raw('disabled_at IS NOT NULL AS disabled'),
      build.raw('iso(last_login_at) AS "lastLoginAt"'),
      build.raw(
        `EXISTS (SELECT FROM ${FACTORS} f WHERE f.tenant_id = users.tenant_id AND f.user_id = users.id
           AND f.confirmed_at IS NOT NULL) AS "secondFactor"`,
      ),
    );

export const listUsers = (db: Querier, tenantId: number): Promise<User[]> =>
  runQuery<User>(db, users().where('tenant_id', tenantId).orderByRaw('lower(email)'));

export interface UserSearch {
  readonly tenantId?: number | undefined;
  /** The whole address, in any case. */
  readonly email?: string | undefined;
  /** The last one of the page before. */
  readonly after?: UserKey | undefined;
  readonly limit: number;
}

export interface FoundUser extends User {
  readonly tenantName: string;
}

/** Users of all tenants, or of one, in the order of their tenants and ids. */
export function findUsers(db: Querier, { tenantId, email, after, limit }: UserSearch): Promise<FoundUser[]> {
  const query = users().orderBy(['tenant_id', 'id']).limit(limit);
  query.select(
    build.raw('(SELECT t.name FROM tenants t WHERE t.tenant_id = users.tenant_id) AS "tenantName"'),
  );
  if (tenantId !== undefined) query.where('tenant_id', tenantId);
  if (email !== undefined) query.whereRaw('lower(email) = lower(?)', [email]);
  if (after) query.whereRaw('(tenant_id, id) > (?, ?)', [after.tenantId, after.id]);
  return runQuery<FoundUser>(db, query);
}

/** Undefined for another tenant's id, too. */
export const findMember = (db: Querier, { tenantId, id }: UserKey): Promise<User | undefined> =>
  firstOf<User>(db, users().where({ tenant_id: tenantId, id }));

/** For commands, which name a user by the id alone. */
export const findUser = (db: Querier, id: number): Promise<User | undefined> =>
  firstOf<User>(db, users().where({ id }));

/** Writes who did what with a user. */
export const auditUser = (
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  { tenantId, id, email }: UserKey & { readonly email: string },
  details?: AuditEntry['details'],
): Promise<void> =>
  recordAudit(tx, { tenantId, actor, action, target: { type: 'user', id, name: email }, details });

/** Whether somebody of the tenant has this address. */
export async function isMember(db: Querier, tenantId: number, email: string): Promise<boolean> {
  const member = build('users').where('tenant_id', tenantId).whereRaw('lower(email) = lower(?)', [email]);
  return (await firstOf(db, member.select('id'))) !== undefined;
}
