import { ConfigError } from '../../base/environment/start-error.ts';
import { parseUrl } from '../../base/formats/parse-url.ts';
import { holdHost, holdTenant, hostOf, listHeld } from '../../webhooks/endpoints/delivery-holds.ts';
import type { CommandContext } from './action.ts';
import { parseId } from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';
import { requireReason } from './tenant-lifecycle.ts';

export interface HoldOptions {
  readonly reason: string;
  readonly tenant?: string;
  readonly host?: string;
}

/** Holds, or releases, what is sent for a tenant or to a host. */
export async function holdDeliveries(
  { db, operator }: CommandContext,
  { tenant, host, reason }: HoldOptions,
  hold: boolean,
): Promise<CommandResult> {
  if ((tenant === undefined) === (host === undefined)) throw new ConfigError('Use --tenant or --host.');
  requireReason(reason);
  const status = hold ? 'held' : 'released';
  if (host !== undefined) {
    const name = requireHost(host);
    const endpoints = await db.transaction((tx) => holdHost(tx, operator, name, hold));
    return { host: name, status, endpoints };
  }
  const id = parseId(tenant!, '--tenant');
  if (!(await db.transaction((tx) => holdTenant(tx, operator, id, hold))))
    throw new ConfigError(`There is no tenant ${id}.`);
  return { tenant_id: id, status };
}

/** In the form that the hosts of URLs are compared by; an IPv6 address may have its brackets. */
function requireHost(text: string): string {
  const url = `https://${text.includes(':') && !text.startsWith('[') ? `[${text}]` : text}/`;
  const parsed = parseUrl(url);
  if (parsed === undefined || `${parsed.origin}/` !== parsed.href || parsed.port !== '')
    throw new ConfigError(`--host is ${text}; it must be a name such as hooks.example.com, or an address.`);
  return hostOf(url);
}

export const listHolds = async ({ db }: CommandContext): Promise<CommandRows> =>
  (await listHeld(db)).map((held) => ({ ...held }));
