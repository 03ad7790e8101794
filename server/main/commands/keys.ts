import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { issueKey } from '../../accounts/api-keys/issue.ts';
import { findKeyTenant, listKeys } from '../../accounts/api-keys/key-details.ts';
import { deactivateKeyEverywhere, deleteKeyEverywhere, type KeyId } from '../../accounts/api-keys/revoke.ts';
import { parseScopes } from '../../accounts/api-keys/scopes.ts';
import { OPERATOR } from '../../accounts/audit/actor.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { isDateTime } from '../../base/formats/contract-formats.ts';
import type { Context } from '../context.ts';
import { refuseUnknown, requireName } from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';
import { parseId, requireTenant } from './tenants.ts';

export interface KeyOptions {
  readonly tenant: string;
  readonly name: string;
  readonly scopes: string;
  readonly expires?: string;
}

export async function createKey(context: Context, o: KeyOptions): Promise<CommandResult> {
  const tenantId = await requireTenant(context, o.tenant);
  const { scopes, unknown } = parseScopes(o.scopes);
  refuseUnknown(unknown, '--scopes', 'scope');
  if (o.expires !== undefined && !isDateTime(o.expires))
    throw new ConfigError(`--expires is ${o.expires}; it must be a time such as 2027-01-31T00:00:00Z.`);
  if (o.expires !== undefined && Date.parse(o.expires) <= context.nowMs())
    throw new ConfigError(`--expires is ${o.expires}, which is in the past.`);
  const request = { tenantId, name: requireName(o.name, '--name'), scopes, expiresAt: o.expires ?? null };
  const { id, key, prefix } = await context.db.transaction((tx) =>
    issueKey(tx, OPERATOR, request, randomInt),
  );
  return { key_id: id, key, prefix, tenant_id: tenantId, scopes, expires_at: o.expires ?? null };
}

export async function listKeysOfTenant(context: Context, o: { tenant: string }): Promise<CommandRows> {
  const keys = await listKeys(context.db, await requireTenant(context, o.tenant));
  return keys.map((key) => ({
    key_id: key.id,
    name: key.name,
    prefix: key.prefix,
    status: key.status,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    created_at: key.createdAt,
    predecessor_id: key.predecessorId,
    scopes: key.scopes,
  }));
}

export async function deactivateKey({ db }: Context, text: string): Promise<CommandResult> {
  const key = await requireKey(db, text);
  await deactivateKeyEverywhere(db, OPERATOR, key, (ms) => wait(ms));
  return { key_id: key.id, status: 'inactive' };
}

export async function deleteKey({ db }: Context, text: string): Promise<CommandResult> {
  const key = await requireKey(db, text);
  const deleted = await deleteKeyEverywhere(db, OPERATOR, key, (ms) => wait(ms));
  if (!deleted) throw unknownKey(key.id);
  return { key_id: key.id, ...deleted, status: 'deleted' };
}

async function requireKey(db: Context['db'], text: string): Promise<KeyId> {
  const id = parseId(text, 'The id');
  const tenantId = await findKeyTenant(db, id);
  if (tenantId === undefined) throw unknownKey(id);
  return { tenantId, id };
}

const unknownKey = (id: number): ConfigError => new ConfigError(`There is no key ${id}.`);
