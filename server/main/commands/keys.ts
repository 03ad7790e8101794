import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { issueKey } from '../../accounts/api-keys/issue.ts';
import { findKeyId, listKeys } from '../../accounts/api-keys/key-details.ts';
import { deactivateKeyEverywhere, deleteKeyEverywhere, type KeyId } from '../../accounts/api-keys/revoke.ts';
import { SCOPES } from '../../accounts/api-keys/scopes.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
import { parseId, parseList, parseTime, requireFound, requireName } from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';
import { requireTenant } from './tenants.ts';

export interface KeyOptions {
  readonly tenant: string;
  readonly name: string;
  readonly scopes: string;
  readonly expires?: string;
}

export async function createKey(context: CommandContext, o: KeyOptions): Promise<CommandResult> {
  const tenantId = await requireTenant(context, o.tenant);
  const scopes = o.scopes === 'all' ? SCOPES : parseList(o.scopes, '--scopes', 'scope', SCOPES);
  const expiresAt = o.expires === undefined ? null : parseTime(o.expires, '--expires');
  if (expiresAt !== null && Date.parse(expiresAt) <= context.nowMs())
    throw new ConfigError(`--expires is ${expiresAt}, which is in the past.`);
  const request = { tenantId, name: requireName(o.name, '--name'), scopes, expiresAt };
  const { id, key, prefix } = await context.db.transaction((tx) =>
    issueKey(tx, context.operator, request, randomInt),
  );
  return { key_id: id, key, prefix, tenant_id: tenantId, scopes, expires_at: expiresAt };
}

export async function listKeysOfTenant(context: CommandContext, o: { tenant: string }): Promise<CommandRows> {
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

export async function deactivateKey({ db, operator }: CommandContext, text: string): Promise<CommandResult> {
  const key = await requireKey(db, text);
  await deactivateKeyEverywhere(db, operator, key, (ms) => wait(ms));
  return { key_id: key.id, status: 'inactive' };
}

export async function deleteKey({ db, operator }: CommandContext, text: string): Promise<CommandResult> {
  const key = await requireKey(db, text);
  const deleted = await requireFound('key', key.id, () =>
    deleteKeyEverywhere(db, operator, key, (ms) => wait(ms)),
  );
  return { key_id: key.id, ...deleted, status: 'deleted' };
}

const requireKey = (db: Context['db'], text: string): Promise<KeyId> =>
  requireFound('key', parseId(text, 'The id'), (id) => findKeyId(db, id));
