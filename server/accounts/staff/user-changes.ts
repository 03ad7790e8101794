import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { problemOfViolation } from '../../db/sql/violations.ts';
import type { Actor } from '../audit/actor.ts';
import { deleteLinks } from './links.ts';
import { type Permission, sameSet } from './rules/roles.ts';
import { auditUser, type UserKey } from './users.ts';

export interface NewUser {
  readonly tenantId: number;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly passwordHash: string;
}

/** By `self` for somebody who accepts an invitation. Violates users__email__unique if the tenant has a user with this address. */
export async function createUser(tx: Transaction, by: Actor | 'self', user: NewUser): Promise<number> {
  const { tenantId, email, name, permissions, passwordHash } = user;
  const row = { tenant_id: tenantId, email, name, permissions, password: passwordHash };
  const { id } = (await firstOf<{ id: number }>(tx, build('users').insert(row).returning('id')))!;
  const actor: Actor = by === 'self' ? { type: 'user', userId: id, email } : by;
  await auditUser(tx, actor, 'user.created', { tenantId, id, email }, { name, permissions });
  return id;
}

/** The row before a change, locked. Undefined if there is no such user. */
interface UserBefore {
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly disabled: boolean;
}

const lock = (tx: Transaction, key: UserKey): Promise<UserBefore | undefined> =>
  firstOf<UserBefore>(
    tx,
    build('users')
      .where(columns(key))
      .select('email', 'name', 'permissions', build.raw('disabled_at IS NOT NULL AS disabled'))
      .forUpdate(),
  );

/** Disabling ends the user's sessions on every process. Returns false if there is no such user. */
export async function setUserDisabled(
  tx: Transaction,
  actor: Actor,
  key: UserKey,
  disabled: boolean,
): Promise<boolean> {
  const before = await lock(tx, key);
  if (!before || before.disabled === disabled) return before !== undefined;
  await deleteLinks(tx, key);
  await update(
    tx,
    key,
    disabled ? { disabled_at: build.fn.now(), ...ENDED_SESSIONS } : { disabled_at: null },
  );
  await auditUser(tx, actor, disabled ? 'user.disabled' : 'user.enabled', { ...before, ...key });
  return true;
}

/**
 * Ends the user's sessions on every process: whoever knew the old password is logged out. Returns the version of sessions
 * that start from now on, or undefined if there is no such user.
 */
export async function setUserPassword(
  tx: Transaction,
  actor: Actor,
  key: UserKey,
  passwordHash: string,
): Promise<number | undefined> {
  const before = await lock(tx, key);
  if (!before) return undefined;
  await deleteLinks(tx, key);
  const version = await update(tx, key, { password: passwordHash, ...ENDED_SESSIONS });
  await auditUser(tx, actor, 'user.password_set', { ...before, ...key });
  return version;
}

/** The user's next request has the new permissions. Returns false if there is no such user. */
export async function setUserPermissions(
  tx: Transaction,
  actor: Actor,
  key: UserKey,
  permissions: readonly Permission[],
): Promise<boolean> {
  const before = await lock(tx, key);
  if (!before || sameSet(before.permissions, permissions)) return before !== undefined;
  await update(tx, key, { permissions });
  const details = { permissions, previous: before.permissions };
  await auditUser(tx, actor, 'user.permissions_set', { ...before, ...key }, details);
  return true;
}

export async function setUserName(tx: Transaction, actor: Actor, key: UserKey, name: string): Promise<void> {
  const before = await lock(tx, key);
  if (!before || before.name === name) return;
  await update(tx, key, { name });
  await auditUser(tx, actor, 'user.renamed', { ...before, ...key }, { name, previous: before.name });
}

/**
 * The password is hashed anew with the address (see parametersFor). Violates users__email__unique if a colleague has it. Links
 * to the old address stop working; sessions go on.
 */
export async function setUserEmail(
  tx: Transaction,
  key: UserKey,
  email: string,
  passwordHash: string,
): Promise<boolean> {
  const before = await lock(tx, key);
  if (!before || before.disabled) return false;
  await deleteLinks(tx, key);
  await update(tx, key, { email, password: passwordHash });
  const actor: Actor = { type: 'user', userId: key.id, email };
  await auditUser(tx, actor, 'user.email_set', { ...key, email }, { previous: before.email });
  return true;
}

/** Runs a transaction that gives a user an address. False if a colleague has it. */
export async function unlessTaken(transaction: () => Promise<boolean>): Promise<boolean> {
  try {
    return await transaction();
  } catch (error) {
    if (problemOfViolation(error)?.code === 'already_exists') return false;
    throw error;
  }
}

/** What the user did stays in the audit under the copied address. Sessions end with the row. False if there is no such user. */
export async function deleteUser(tx: Transaction, actor: Actor, key: UserKey): Promise<boolean> {
  const before = await lock(tx, key);
  if (!before) return false;
  await runQuery(tx, build('users').where(columns(key)).delete());
  await auditUser(tx, actor, 'user.deleted', { ...before, ...key }, { permissions: before.permissions });
  return true;
}

/** Logs the user out on every device. */
export async function endSessions(tx: Transaction, actor: Actor, key: UserKey): Promise<void> {
  const before = await lock(tx, key);
  if (!before) return;
  await update(tx, key, ENDED_SESSIONS);
  await auditUser(tx, actor, 'logout', { ...before, ...key }, { everywhere: true });
}

/** Logs all of a tenant's users out. */
export async function endAllSessions(tx: Transaction, tenantId: number): Promise<void> {
  await runQuery(tx, build('users').where('tenant_id', tenantId).update(ENDED_SESSIONS));
}

/** A session holds the version it was started with; findSessionOwner compares them at each request. */
const ENDED_SESSIONS = { session_version: build.raw('session_version + 1') };

const columns = ({ tenantId, id }: UserKey) => ({ tenant_id: tenantId, id });

/** Returns the session version. */
async function update(tx: Transaction, key: UserKey, values: object): Promise<number> {
  const query = build('users').where(columns(key)).update(values).returning('session_version');
  return (await firstOf<{ session_version: number }>(tx, query))!.session_version;
}
