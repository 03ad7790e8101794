import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findTenant, type Tenant } from '../../accounts/tenants/tenant.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { changeStatus, type StatusChange } from '../../lifecycle/tenants/change-status.ts';
import { beginDeletion, deleteRows, msUntilQuiet } from '../../lifecycle/tenants/delete-tenant.ts';
import { findReceipt } from '../../lifecycle/tenants/deletion-receipts.ts';
import { exportTenant as exportTo, FolderNotEmpty } from '../../lifecycle/tenants/export/export-tenant.ts';
import type { CommandContext } from './action.ts';
import { parseId, requireDescription, requireFound } from './option-checks.ts';
import type { CommandResult } from './print.ts';
import { receiptResult } from './tenants.ts';

/** What a long command says about its progress, on standard error. */
export type Say = (line: string) => void;

export const suspendTenant = (
  context: CommandContext,
  text: string,
  o: { readonly reason: string },
): Promise<CommandResult> => changeTo(context, text, { to: 'suspended', ...withReason(context, o) });

export const closeTenant = (
  context: CommandContext,
  text: string,
  o: { readonly reason: string },
): Promise<CommandResult> => changeTo(context, text, { to: 'closed', ...withReason(context, o) });

export const resumeTenant = (context: CommandContext, text: string): Promise<CommandResult> =>
  changeTo(context, text, { to: 'resumed' });

export const reopenTenant = (context: CommandContext, text: string): Promise<CommandResult> =>
  changeTo(context, text, { to: 'reopened' });

const withReason = ({ config }: CommandContext, { reason }: { readonly reason: string }) => ({
  reason: requireReason(reason),
  graceDays: config.tenantGraceDays,
});

/** What another operator reads in the audit must not be empty. */
export function requireReason(reason: string): string {
  if (reason.trim() === '') throw new ConfigError('--reason must not be empty.');
  return requireDescription(reason, '--reason');
}

/** Refuses a tenant in another status, but one that is already as it should be. */
async function changeTo(
  { db, operator }: CommandContext,
  text: string,
  change: StatusChange,
): Promise<CommandResult> {
  const id = parseId(text, 'The id');
  const result = await changeStatus(db, operator, id, change, (ms) => wait(ms));
  if (!result) throw new ConfigError(`There is no tenant ${id}.`);
  const { before, changed } = result;
  if (!changed && before.status !== ENDS_AS[change.to])
    throw new ConfigError(`Tenant ${id} is ${before.status}, so it can't be ${change.to}.`);
  const now = (await findTenant(db, id))!;
  const warning = changed
    ? now.status !== ENDS_AS[change.to] && `It is ${now.status}, as before it was closed.`
    : `It was ${before.status} already; nothing was changed, and the reason is the one from then.`;
  return { ...now, ...(warning && { warning }) };
}

const ENDS_AS: Readonly<Record<StatusChange['to'], Tenant['status']>> = {
  suspended: 'suspended',
  closed: 'closed',
  resumed: 'active',
  reopened: 'active',
};

/** Waits until what was accepted before the closing is over, and deletes. A second start goes on where the first was ended. */
export async function deleteTenant(
  { db, owner, operator }: CommandContext,
  text: string,
  { confirm }: { readonly confirm: string },
  say: Say,
): Promise<CommandResult> {
  const id = parseId(text, 'The id');
  const tenant = await requireFound('tenant', id, () => findTenant(db, id));
  if (tenant.name !== confirm)
    throw new ConfigError(`--confirm is ${confirm}; it must be the name of tenant ${id}, ${tenant.name}.`);
  const quietMs = await msUntilQuiet(db, id);
  if (quietMs === undefined)
    throw new ConfigError(`Tenant ${id} is ${tenant.status}. Close it first: tradepost tenant close ${id}`);
  if (quietMs > 0) {
    say(`Waiting ${Math.ceil(quietMs / 1000)} s for requests from before the tenant was closed.`);
    await wait(quietMs);
  }
  if (!(await beginDeletion(db, operator, id))) throw new ConfigError(`Tenant ${id} was reopened.`);
  while (
    !(await deleteRows(owner, id, { onDeleted: (table, rows) => say(`${table}: ${rows} rows deleted`) }))
  );
  return receiptResult((await findReceipt(db, id))!);
}

export async function exportTenant(
  { db, operator }: CommandContext,
  text: string,
  { to }: { readonly to: string },
  say: Say,
): Promise<CommandResult> {
  const id = parseId(text, 'The id');
  const folder = path.resolve(to);
  const onFile = (file: string, rows: number): void => say(`${file}: ${rows} rows`);
  const manifest = await exportTo(db, operator, id, { folder, onFile }).catch((error: unknown) => {
    if (error instanceof FolderNotEmpty)
      throw new ConfigError(`${folder} isn't empty. Export to a new folder.`);
    throw error;
  });
  if (!manifest) throw new ConfigError(`There is no tenant ${id}.`);
  const { files, exported_at } = manifest;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return { tenant_id: id, folder, files: files.length, rows, exported_at };
}
