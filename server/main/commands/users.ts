import { invite, MAX_INVITATIONS } from '../../accounts/staff/invitations.ts';
import { LINK_HOURS } from '../../accounts/staff/links.ts';
import { parametersFor } from '../../accounts/staff/login-users.ts';
import {
  hashPassword,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '../../accounts/staff/password.ts';
import { isRole, PERMISSIONS, type Permission, ROLE_NAMES, ROLES } from '../../accounts/staff/rules/roles.ts';
import { resetFactor } from '../../accounts/staff/second-factor.ts';
import * as changes from '../../accounts/staff/user-changes.ts';
import { findUser, findUsers, type User } from '../../accounts/staff/users.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { formats } from '../../base/formats/contract-formats.ts';
import { problemOfViolation } from '../../db/sql/violations.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
import { linkResult } from './links.ts';
import {
  type PageOptions,
  parseId,
  parseList,
  parsePage,
  requireFound,
  requireName,
} from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';
import { requireTenant } from './tenants.ts';

/** Which role, or which permissions one by one. */
export interface RoleOptions {
  readonly role?: string;
  readonly permissions?: string;
}

export interface UserOptions extends RoleOptions {
  readonly tenant: string;
  readonly email: string;
  readonly name?: string;
}

export async function createUser(
  context: CommandContext,
  o: UserOptions,
  password: string,
): Promise<CommandResult> {
  const { db, operator } = context;
  const tenantId = await requireTenant(context, o.tenant);
  const permissions = parsePermissions(o);
  const name = o.name === undefined ? '' : requireName(o.name, '--name');
  const email = requireEmail(o.email);
  const passwordHash = await hashNew(context, email, password);
  const user = { tenantId, email, name, permissions, passwordHash };
  const id = await db
    .transaction((tx) => changes.createUser(tx, operator, user))
    .catch((error: unknown) => {
      if (problemOfViolation(error)?.code !== 'already_exists') throw error;
      throw new ConfigError(taken(tenantId, email));
    });
  return { user_id: id, tenant_id: tenantId, email, name, permissions };
}

/** The link asks for a name and a password; it isn't e-mailed. */
export async function inviteUser(context: CommandContext, o: UserOptions): Promise<CommandResult> {
  const { db, operator, config } = context;
  const tenantId = await requireTenant(context, o.tenant);
  const permissions = parsePermissions(o);
  const email = requireEmail(o.email);
  const token = await db.transaction((tx) => invite(tx, operator, { tenantId, email, permissions }));
  if (token === 'member') throw new ConfigError(taken(tenantId, email));
  if (token === 'too_many')
    throw new ConfigError(
      `Tenant ${tenantId} has ${MAX_INVITATIONS} open invitations, which is the maximum.`,
    );
  const link = linkResult(config, 'panel', `/panel/link/${token}`, LINK_HOURS.invitation);
  return { tenant_id: tenantId, email, permissions, ...link };
}

const taken = (tenantId: number, email: string): string =>
  `Tenant ${tenantId} already has a user with the e-mail address ${email}.`;

function requireEmail(email: string): string {
  if (formats.email.validate(email)) return email;
  throw new ConfigError(`--email is ${email}; it must be an e-mail address.`);
}

export async function listUsers(
  context: CommandContext,
  o: PageOptions & { readonly tenant?: string; readonly email?: string },
): Promise<CommandRows> {
  const tenantId = o.tenant === undefined ? undefined : await requireTenant(context, o.tenant);
  const { limit } = parsePage(o);
  const after = o.after === undefined ? undefined : await requireUser(context, o.after);
  return (await findUsers(context.db, { limit, after, tenantId, email: o.email })).map(userResult);
}

export const showUser = async (context: CommandContext, text: string): Promise<CommandResult> =>
  userResult(await requireUser(context, text));

const userResult = ({
  id,
  tenantId,
  email,
  name,
  permissions,
  disabled,
  lastLoginAt,
}: User): CommandResult => ({
  user_id: id,
  tenant_id: tenantId,
  email,
  name,
  permissions,
  status: disabled ? 'disabled' : 'enabled',
  last_login_at: lastLoginAt,
});

export async function deleteUser(context: CommandContext, text: string): Promise<CommandResult> {
  const user = await requireUser(context, text);
  await context.db.transaction((tx) => changes.deleteUser(tx, context.operator, user));
  return { user_id: user.id, tenant_id: user.tenantId, email: user.email, status: 'deleted' };
}

export async function endUserSessions(context: CommandContext, text: string): Promise<CommandResult> {
  const user = await requireUser(context, text);
  await context.db.transaction((tx) => changes.endSessions(tx, context.operator, user));
  return { user_id: user.id, status: 'sessions ended' };
}

/** For an owner without phone and recovery codes, whom no colleague can help. The operator makes sure who asks. */
export async function resetUserFactor(context: CommandContext, text: string): Promise<CommandResult> {
  const user = await requireUser(context, text);
  const removed = await context.db.transaction((tx) => resetFactor(tx, context.operator, user));
  if (!removed) throw new ConfigError(`User ${user.id} has no second factor.`);
  return { user_id: user.id, email: user.email, status: 'second factor removed, sessions ended' };
}

export async function setUserDisabled(
  context: CommandContext,
  text: string,
  disabled: boolean,
): Promise<CommandResult> {
  const user = await requireUser(context, text);
  await context.db.transaction((tx) => changes.setUserDisabled(tx, context.operator, user, disabled));
  return { user_id: user.id, status: disabled ? 'disabled' : 'enabled' };
}

export async function setUserPassword(
  context: CommandContext,
  text: string,
  password: string,
): Promise<CommandResult> {
  const user = await requireUser(context, text);
  const passwordHash = await hashNew(context, user.email, password);
  await context.db.transaction((tx) => changes.setUserPassword(tx, context.operator, user, passwordHash));
  return { user_id: user.id, status: 'password set, sessions ended' };
}

export async function setUserPermissions(
  context: CommandContext,
  text: string,
  o: RoleOptions,
): Promise<CommandResult> {
  const user = await requireUser(context, text);
  const permissions = parsePermissions(o);
  await context.db.transaction((tx) => changes.setUserPermissions(tx, context.operator, user, permissions));
  return { user_id: user.id, permissions };
}

const requireUser = ({ db }: Context, text: string): Promise<User> =>
  requireFound('user', parseId(text, 'The id'), (id) => findUser(db, id));

function parsePermissions({ role, permissions: text }: RoleOptions): readonly Permission[] {
  if ((role === undefined) === (text === undefined))
    throw new ConfigError('Give either --role or --permissions.');
  if (text === undefined) {
    if (role !== undefined && isRole(role)) return ROLES[role];
    throw new ConfigError(`--role is ${role}; it must be one of ${ROLE_NAMES.join(', ')}.`);
  }
  if (text === 'all' || text === 'none') return text === 'all' ? PERMISSIONS : [];
  return parseList(text, '--permissions', 'permission', PERMISSIONS, PERMISSIONS);
}

/** Hashed before the transaction, which would hold its connection for the 170 ms. */
async function hashNew({ db }: Context, email: string, password: string): Promise<string> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_CHARACTERS)
    throw new ConfigError(`The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`);
  if (length > MAX_PASSWORD_CHARACTERS)
    throw new ConfigError(
      `The password has ${length} characters; the maximum is ${MAX_PASSWORD_CHARACTERS}.`,
    );
  return hashPassword(password, await parametersFor(db, email));
}
