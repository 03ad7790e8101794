import { createTenant as create } from '../../accounts/tenants/create-tenant.ts';
import { DEFAULT_CURRENCY, isCurrency } from '../../accounts/tenants/currency.ts';
import {
  isPlan,
  MAX_RATE_LIMIT,
  ownValueNames,
  PLANS,
  type Plan,
  type PlanName,
} from '../../accounts/tenants/plans.ts';
import { MAX_STORAGE_GB, parseGb } from '../../accounts/tenants/storage.ts';
import { tenantExists } from '../../accounts/tenants/store.ts';
import { findTenant, type Tenant } from '../../accounts/tenants/tenant.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../accounts/tenants/time-zone.ts';
import { type TenantChange, updateTenant as update } from '../../accounts/tenants/update-tenant.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import {
  type DeletionReceipt,
  findReceipt,
  listReceipts,
} from '../../lifecycle/tenants/deletion-receipts.ts';
import { findTenants } from '../../lifecycle/tenants/find-tenants.ts';
import { tenantUsage } from '../../lifecycle/tenants/tenant-usage.ts';
import { heldHostsOf } from '../../webhooks/endpoints/delivery-holds.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
import {
  type PageOptions,
  parseId,
  parseInteger,
  parsePage,
  parseWord,
  requireName,
} from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';

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

export async function createTenant(
  { db, operator }: CommandContext,
  o: TenantOptions,
): Promise<CommandResult> {
  const plan = requirePlan(o.plan);
  const name = requireName(o.name, '--name');
  if (!isCurrency(o.currency))
    throw new ConfigError(
      `--currency is ${o.currency}; it must be the ISO 4217 code of a currency with 2 decimals, such as ${DEFAULT_CURRENCY}.`,
    );
  const timeZone = requireTimeZone(o.timeZone);
  const { currency } = o;
  const id = await db.transaction((tx) => create(tx, operator, { name, plan, currency, timeZone }));
  return { tenant_id: id, name, plan, currency, time_zone: timeZone };
}

function requirePlan(plan: string): PlanName {
  if (isPlan(plan)) return plan;
  throw new ConfigError(`--plan is ${plan}; the plans are ${Object.keys(PLANS).join(', ')}.`);
}

function requireTimeZone(timeZone: string): string {
  if (isTimeZone(timeZone)) return timeZone;
  throw new ConfigError(
    `--time-zone is ${timeZone}; it must be a name of the IANA database, such as ${DEFAULT_TIME_ZONE}.`,
  );
}

const LISTED = ['active', 'suspended', 'closed', 'deleting', 'deleted'] as const;

export async function listTenants(
  { db }: CommandContext,
  o: PageOptions & { readonly search?: string; readonly status?: string },
): Promise<CommandRows> {
  const status = o.status === undefined ? undefined : parseWord(o.status, '--status', LISTED);
  const page = parsePage(o);
  if (status === 'deleted') return (await listReceipts(db, page)).map(receiptResult);
  return (await findTenants(db, { ...page, text: o.search?.trim(), status })).map((tenant) => ({
    ...tenant,
  }));
}

/** Of one that was deleted, the receipt. */
export async function showTenant({ db }: CommandContext, text: string): Promise<CommandResult> {
  const id = parseId(text, 'The id');
  const tenant = await findTenant(db, id);
  if (tenant) return { ...tenant, ...(await tenantUsage(db, id)), held_hosts: await heldHostsOf(db, id) };
  const receipt = await findReceipt(db, id);
  if (!receipt) throw new ConfigError(`There is no tenant ${id}.`);
  return receiptResult(receipt);
}

export const receiptResult = (receipt: DeletionReceipt): CommandResult => ({
  tenant_id: receipt.tenantId,
  status: receipt.completedAt === null ? 'deleting' : 'deleted',
  operator: receipt.operator,
  reason: receipt.reason,
  started_at: receipt.startedAt,
  deleted_at: receipt.completedAt,
  deleted_rows: Object.entries(receipt.deletedRows).map(([table, rows]) => `${table}: ${rows}`),
});

export interface UpdateTenantOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly plan?: string;
  readonly api?: string;
  readonly webhooks?: string;
  readonly rateLimit?: string;
  readonly storageGb?: string;
}

function requireGb(text: string): number {
  const bytes = parseGb(text);
  if (bytes !== undefined) return bytes;
  throw new ConfigError(
    `--storage-gb is ${text}; it must be a number from 0.001 to ${MAX_STORAGE_GB}, with up to 3 decimals.`,
  );
}

const isOn = (text: string, option: string): boolean => parseWord(text, option, ['on', 'off']) === 'on';

const OPTIONS = {
  api_enabled: '--api',
  webhooks_enabled: '--webhooks',
  api_rate_limit_rpm: '--rate-limit',
  stored_bytes_limit: '--storage-gb',
} as const satisfies Readonly<Record<keyof Plan, string>>;

/** Another plan brings its values: what was agreed on with this tenant must not end by that alone. */
function requireOwnValues(tenant: Tenant | undefined, change: TenantChange): void {
  if (!tenant || change.plan === undefined) return;
  const name = ownValueNames(tenant).find((each) => change[each] === undefined);
  if (name === undefined) return;
  const usual = PLANS[tenant.plan as PlanName][name];
  const own = `Tenant ${tenant.tenant_id} has ${name} ${tenant[name]}, not ${usual} as ${tenant.plan} has`;
  throw new ConfigError(`${own}. Say with ${OPTIONS[name]} what it has from now on.`);
}

/** Takes effect within a second, as keys are cached. */
export async function updateTenant(
  { db, operator }: CommandContext,
  text: string,
  o: UpdateTenantOptions,
): Promise<CommandResult> {
  const id = parseId(text, 'The id');
  const change: TenantChange = {
    ...(o.name !== undefined && { name: requireName(o.name, '--name') }),
    ...(o.timeZone !== undefined && { time_zone: requireTimeZone(o.timeZone) }),
    ...(o.plan !== undefined && { plan: requirePlan(o.plan) }),
    ...(o.api !== undefined && { api_enabled: isOn(o.api, '--api') }),
    ...(o.webhooks !== undefined && { webhooks_enabled: isOn(o.webhooks, '--webhooks') }),
    ...(o.rateLimit !== undefined && {
      api_rate_limit_rpm: parseInteger(o.rateLimit, '--rate-limit', 1, MAX_RATE_LIMIT),
    }),
    ...(o.storageGb !== undefined && { stored_bytes_limit: requireGb(o.storageGb) }),
  };
  if (Object.keys(change).length === 0)
    throw new ConfigError(
      'Nothing to change. Use --name, --time-zone, --plan, --api, --webhooks, --rate-limit or --storage-gb.',
    );
  requireOwnValues(await findTenant(db, id), change);
  if (!(await db.transaction((tx) => update(tx, operator, id, change))))
    throw new ConfigError(`There is no tenant ${id}.`);
  return { ...(await findTenant(db, id))! };
}
