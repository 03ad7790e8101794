import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { issueKey, retireKey } from '../api-keys/issue.ts';
import { parseScopes } from '../api-keys/scopes.ts';
import { ConfigError } from '../config.ts';
import type { Context } from '../context.ts';
import { isDateTime } from '../http/formats.ts';
import { isPlan, PLANS } from '../tenants/plans.ts';
import { insertTenant, tenantExists } from '../tenants/store.ts';
import { insertUser, MIN_PASSWORD_CHARACTERS, PERMISSIONS } from '../tenants/users.ts';

/** Each command answers what it did: an object that --json prints as it is, and people read as lines. */
export type Report = Readonly<Record<string, string | number | readonly string[] | null>>;

export function idOf(text: string, name: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text);
  throw new ConfigError(`${name} is ${text}; it must be an id.`);
}

export async function tenantOf({ db }: Context, text: string): Promise<number> {
  const id = idOf(text, '--tenant');
  if (!(await tenantExists(db, id))) throw new ConfigError(`There is no tenant ${id}.`);
  return id;
}

export async function createTenant({ db }: Context, o: { name: string; plan: string }): Promise<Report> {
  if (!isPlan(o.plan))
    throw new ConfigError(`--plan is ${o.plan}; the plans are ${Object.keys(PLANS).join(', ')}.`);
  return { tenant_id: await insertTenant(db, o.name, o.plan), name: o.name, plan: o.plan };
}

export interface UserOptions {
  readonly tenant: string;
  readonly email: string;
  readonly permissions: string;
}

export async function createUser(context: Context, o: UserOptions, password: string): Promise<Report> {
  const tenantId = await tenantOf(context, o.tenant);
  const all: readonly string[] = PERMISSIONS;
  const permissions = o.permissions === 'all' ? all : o.permissions.split(',').map((word) => word.trim());
  const unknown = permissions.filter((word) => !all.includes(word));
  if (unknown.length > 0)
    throw new ConfigError(`--permissions has ${unknown.join(', ')}; they are ${all.join(', ')}.`);
  if (!/^[^\s@]+@[^\s@]+$/.test(o.email))
    throw new ConfigError(`--email is ${o.email}; it must be an e-mail address.`);
  if ([...password].length < MIN_PASSWORD_CHARACTERS)
    throw new ConfigError(`The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`);
  const id = await insertUser(context.db, { tenantId, email: o.email, permissions, password });
  return { user_id: id, tenant_id: tenantId, email: o.email, permissions: [...permissions] };
}

export interface KeyOptions {
  readonly tenant: string;
  readonly name: string;
  readonly scopes: string;
  readonly expires?: string;
}

export async function createKey(context: Context, o: KeyOptions): Promise<Report> {
  const tenantId = await tenantOf(context, o.tenant);
  const { scopes, unknown } = parseScopes(o.scopes);
  if (unknown.length > 0) throw new ConfigError(`--scopes has ${unknown.join(', ')}, which is no scope.`);
  if (o.expires !== undefined && !isDateTime(o.expires))
    throw new ConfigError(`--expires is ${o.expires}; it must be a time like 2027-01-31T00:00:00Z.`);
  const request = { tenantId, name: o.name, scopes, expiresAt: o.expires ?? null };
  const { id, key, prefix } = await issueKey(context.db, request, randomInt);
  return { key_id: id, key, prefix, tenant_id: tenantId, scopes, expires_at: o.expires ?? null };
}

export async function deactivateKey({ db }: Context, text: string): Promise<Report> {
  const id = idOf(text, 'The id');
  if (!(await retireKey(db, id, (ms) => wait(ms)))) throw new ConfigError(`There is no key ${id}.`);
  return { key_id: id, status: 'inactive' };
}
