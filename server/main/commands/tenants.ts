import { OPERATOR } from '../../accounts/audit/actor.ts';
import { createTenant as create } from '../../accounts/tenants/create-tenant.ts';
import { DEFAULT_CURRENCY, isCurrency } from '../../accounts/tenants/currency.ts';
import { isPlan, PLANS } from '../../accounts/tenants/plans.ts';
import { tenantExists } from '../../accounts/tenants/store.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../accounts/tenants/time-zone.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import type { Context } from '../context.ts';
import { parseId, requireName } from './option-checks.ts';
import type { CommandResult } from './print.ts';

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
