import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import { newLink, type OpenLink, useLink } from './links.ts';
import type { Permission } from './rules/roles.ts';
import { createUser } from './user-changes.ts';
import { isMember, type UserKey } from './users.ts';

/** Of a tenant at a time. A company that hires more at once invites the rest when some have come. */
export const MAX_INVITATIONS = 50;

export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly expired: boolean;
}

const invitations = (tenantId: number) =>
  build('user_links').where({ tenant_id: tenantId, kind: 'invitation' });

const columns = () => [
  build.raw('id::integer AS id'),
  'email',
  'permissions',
  build.raw('iso(expires_at) AS "expiresAt"'),
  build.raw('expires_at <= statement_timestamp() AS expired'),
];

export const listInvitations = (db: Querier, tenantId: number): Promise<Invitation[]> =>
  runQuery(db, invitations(tenantId).select(columns()).orderByRaw('lower(email)'));

export const findInvitation = (db: Querier, { tenantId, id }: UserKey): Promise<Invitation | undefined> =>
  firstOf(db, invitations(tenantId).where({ id }).select(columns()));

export interface Invite {
  readonly tenantId: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
}

/**
 * Returns the link's token. An address that was invited before gets a new link, and the old one stops working. `member`: the
 * tenant has such a user.
 */
export async function invite(
  tx: Transaction,
  actor: Actor,
  { tenantId, email, permissions }: Invite,
): Promise<string | 'member' | 'too_many'> {
  // The lock is of those who invite for this tenant at the same moment.
  await runQuery(tx, build('tenants').where('tenant_id', tenantId).forNoKeyUpdate().select('tenant_id'));
  if (await isMember(tx, tenantId, email)) return 'member';
  const others = invitations(tenantId).whereRaw('lower(email) <> lower(?)', [email]);
  if ((await runQuery(tx, others.select('id').limit(MAX_INVITATIONS))).length === MAX_INVITATIONS)
    return 'too_many';
  await audit(tx, actor, 'user.invited', { tenantId, email, permissions });
  return newLink(tx, { tenantId, kind: 'invitation', email, permissions });
}

/** The address, or undefined if there is no such invitation anymore. */
export async function revokeInvitation(
  tx: Transaction,
  actor: Actor,
  { tenantId, id }: UserKey,
): Promise<string | undefined> {
  const removed = invitations(tenantId).where({ id }).delete().returning(['email', 'permissions']);
  const row = await firstOf<Invite>(tx, removed);
  if (row) await audit(tx, actor, 'user.invitation_revoked', { ...row, tenantId });
  return row?.email;
}

/** False if the link has been used or revoked meanwhile. Violates users__email__unique if there is such a user by now. */
export async function acceptInvitation(
  tx: Transaction,
  link: OpenLink,
  token: string,
  { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
): Promise<boolean> {
  if (!(await useLink(tx, link, token))) return false;
  const { tenantId, email, permissions } = link;
  await createUser(tx, 'self', { tenantId, email, name, permissions: permissions!, passwordHash });
  return true;
}

const audit = (
  tx: Transaction,
  actor: Actor,
  action: 'user.invited' | 'user.invitation_revoked',
  { tenantId, email, permissions }: Invite,
): Promise<void> =>
  recordAudit(tx, {
    tenantId,
    actor,
    action,
    target: { type: 'user', id: email, name: email },
    details: { permissions },
  });
