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
  if (host !== undefined) {
    const name = requireHost(host);
    const { changed, endpoints } = await db.transaction((tx) => holdHost(tx, operator, name, hold));
    const warning =
      changed && hold && endpoints === 0 ? 'No endpoint is at this host; one that comes is held.' : undefined;
    return { host: name, endpoints, ...holdResult(hold, changed, warning) };
  }
  const id = parseId(tenant!, '--tenant');
  const changed = await db.transaction((tx) => holdTenant(tx, operator, id, hold));
  if (changed === undefined) throw new ConfigError(`There is no tenant ${id}.`);
  return { tenant_id: id, ...holdResult(hold, changed) };
}

/** Nothing to change is no failure, as in other commands, and is said: the name may be misspelt. */
function holdResult(hold: boolean, changed: boolean, warning?: string): CommandResult {
  if (changed) return { status: hold ? 'held' : 'released', ...(warning && { warning }) };
  return hold
    ? { status: 'held', warning: 'It was held already; nothing was changed.' }
    : { status: 'not held', warning: 'It was not held; nothing was changed. See: tradepost delivery held' };
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
