import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { deactivateKeyEverywhere, issueKey } from '../api-keys/issue.ts';
import { parseScopes } from '../api-keys/scopes.ts';
import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config.ts';
import type { Context } from '../context.ts';
import { isDateTime } from '../http/validation/formats.ts';
import { createTenant as create } from '../tenants/create-tenant.ts';
import { DEFAULT_CURRENCY, isCurrency } from '../tenants/currency.ts';
import { isPlan, PLANS } from '../tenants/plans.ts';
import { tenantExists } from '../tenants/store.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../tenants/time-zone.ts';
import { refuseUnknown, requireName } from './labels.ts';

/** The result of a command. --json prints it as JSON; otherwise it's printed as lines. */
export type CommandResult = Readonly<Record<string, string | number | readonly string[] | null>>;
/** The result of a command that lists something, one row each. */
export type CommandRows = readonly CommandResult[];

/** PostgreSQL's largest integer. */
const MAX_ID = 2_147_483_647;

export function parseId(text: string, name: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID) return Number(text);
  throw new ConfigError(`${name} is ${text}; it must be an integer from 1 to ${MAX_ID}.`);
}

export async function requireTenant({ db }: Context, text: string): Promise<number> {
  const id = parseId(text, '--tenant');
  if (!(await tenantExists(db, id))) throw new ConfigError(`There is no tenant ${id}.`);
  return id;
}

export interface TenantOptions {
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly timeZone: string;
}

export async function createTenant({ db }: Context, o: TenantOptions): Promise<CommandResult> {
  if (!isPlan(o.plan))
    throw new ConfigError(`--plan is ${o.plan}; the plans are ${Object.keys(PLANS).join(', ')}.`);
  const name = requireName(o.name, '--name');
  if (!isCurrency(o.currency))
    throw new ConfigError(
      `--currency is ${o.currency}; it must be the ISO 4217 code of a currency with 2 decimals, such as ${DEFAULT_CURRENCY}.`,
    );
  if (!isTimeZone(o.timeZone))
    throw new ConfigError(
      `--time-zone is ${o.timeZone}; it must be a name of the IANA database, such as ${DEFAULT_TIME_ZONE}.`,
    );
  const { plan, currency, timeZone } = o;
  const id = await db.transaction((tx) => create(tx, OPERATOR, { name, plan, currency, timeZone }));
  return { tenant_id: id, name, plan, currency, time_zone: timeZone };
}

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
  const { id, key, prefix } = await issueKey(context.db, request, randomInt);
  return { key_id: id, key, prefix, tenant_id: tenantId, scopes, expires_at: o.expires ?? null };
}

export async function deactivateKey({ db }: Context, text: string): Promise<CommandResult> {
  const id = parseId(text, 'The id');
  if (!(await deactivateKeyEverywhere(db, id, (ms) => wait(ms))))
    throw new ConfigError(`There is no key ${id}.`);
  return { key_id: id, status: 'inactive' };
}
