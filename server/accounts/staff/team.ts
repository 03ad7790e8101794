import type { Transaction } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { UserActor } from '../audit/actor.ts';
import { newLink } from './links.ts';
import { covers, type Permission, ROLES, type Role } from './rules/roles.ts';
import { resetFactor } from './second-factor.ts';
import { deleteUser, setUserPermissions } from './user-changes.ts';
import { auditUser, type UserKey } from './users.ts';

/** `gone`: there is no such user. `forbidden`: it's oneself, or somebody who may do more, or the role is more than one has. */
export type Refused = 'gone' | 'forbidden';

interface Member {
  readonly id: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly disabled: boolean;
}

/**
 * Runs a change of a colleague. Everybody of the tenant is locked, in one order: two owners who demote each other at the same
 * moment can't both succeed. Since nobody changes themselves, whoever makes a change remains, and a tenant keeps its last owner.
 */
async function changeMember<Result>(
  tx: Transaction,
  manager: UserActor,
  { tenantId, id }: UserKey,
  granted: readonly Permission[],
  change: (member: UserKey & Member) => Promise<Result>,
): Promise<Result | Refused> {
  const query = build('users')
    .where('tenant_id', tenantId)
    .orderBy('id')
    .select('id', 'email', 'permissions', build.raw('disabled_at IS NOT NULL AS disabled'));
  const members = await runQuery<Member>(tx, query.forUpdate());
  const by = members.find((each) => each.id === manager.userId && !each.disabled);
  const member = members.find((each) => each.id === id);
  if (!member) return 'gone';
  const mayChange =
    by?.permissions.includes('user.manage') &&
    member.id !== by.id &&
    covers(by.permissions, [...member.permissions, ...granted]);
  return mayChange ? change({ tenantId, ...member }) : 'forbidden';
}

export const changeRole = (tx: Transaction, manager: UserActor, key: UserKey, role: Role) =>
  changeMember(tx, manager, key, ROLES[role], (member) =>
    setUserPermissions(tx, manager, member, ROLES[role]),
  );

export const removeMember = (tx: Transaction, manager: UserActor, key: UserKey) =>
  changeMember(tx, manager, key, [], (member) => deleteUser(tx, manager, member));

/** A link with which the colleague sets another password; returns its token. */
export const linkForPassword = (tx: Transaction, manager: UserActor, key: UserKey) =>
  changeMember(tx, manager, key, [], async (member) => {
    if (member.disabled) return 'forbidden';
    await auditUser(tx, manager, 'user.password_link_created', member);
    const { tenantId, id: userId, email } = member;
    return { token: await newLink(tx, { tenantId, kind: 'password_reset', email, userId }), email };
  });

/** For a colleague whose phone is lost. */
export const resetSecondFactor = (tx: Transaction, manager: UserActor, key: UserKey) =>
  changeMember(tx, manager, key, [], async (member) => (await resetFactor(tx, manager, member)) || 'gone');
