import { type Actor, OPERATOR } from '../../accounts/audit/actor.ts';
import { recordOperatorAction } from '../../accounts/audit/operator-actions.ts';
import { recordAudit } from '../../accounts/audit/store.ts';
import { lockTenant, updateTenantRow } from '../../accounts/tenants/tenant.ts';
import { bareHost, parseUrl } from '../../base/formats/parse-url.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { endpoints } from '../endpoint-key.ts';
import { resumeDeliveries } from './activation.ts';

const NOW = build.raw('statement_timestamp()');

/** The host of a URL in the form that URLs are compared by. */
export const hostOf = (url: string): string => bareHost(parseUrl(url)?.hostname ?? '');

/**
 * Has nothing sent to a tenant's endpoints, or sends again. What waits stays in the queue, as while the tenant is suspended. Returns whether that
 * changed anything; undefined if there is no such tenant.
 */
export async function holdTenant(
  tx: Transaction,
  actor: Actor,
  tenantId: number,
  hold: boolean,
): Promise<boolean | undefined> {
  const tenant = await lockTenant(tx, tenantId);
  if (!tenant) return undefined;
  if (hold === (tenant.deliveries_held_since !== null)) return false;
  await updateTenantRow(tx, tenantId, { deliveries_held_since: hold ? NOW : null });
  if (!hold) await resumeDeliveries(tx, tenantId);
  const target = { type: 'tenant', id: tenantId, name: tenant.name } as const;
  await recordAudit(tx, { tenantId, actor, action: actionOf(hold), target });
  return true;
}

/** The same for all endpoints at a host, those of later included. Returns how many there are now, too. */
export async function holdHost(
  tx: Transaction,
  actor: Actor,
  host: string,
  hold: boolean,
): Promise<{ readonly changed: boolean; readonly endpoints: number }> {
  const hosts = build('held_hosts');
  const change = hold ? hosts.insert({ host }).onConflict('host').ignore() : hosts.where({ host }).delete();
  const changed = (await firstOf(tx, change.returning('host'))) !== undefined;
  const all = await runQuery<{ tenant_id: number; id: number; url: string }>(
    tx,
    endpoints().select('tenant_id', 'id', 'url'),
  );
  const there = all.filter(({ url }) => hostOf(url) === host);
  if (!changed) return { changed, endpoints: there.length };
  const keys = there.map(({ tenant_id, id }) => [tenant_id, id]);
  await runQuery(
    tx,
    endpoints()
      .whereIn(['tenant_id', 'id'], keys)
      .update({ held_since: hold ? NOW : null }),
  );
  const target = { type: 'host', id: host, name: host };
  const action = actionOf(hold);
  await recordOperatorAction(tx, { actor, action, target });
  for (const tenantId of new Set(there.map(({ tenant_id }) => tenant_id))) {
    if (!hold) await resumeDeliveries(tx, tenantId);
    await recordAudit(tx, { tenantId, actor: OPERATOR, action, details: { host } });
  }
  return { changed, endpoints: there.length };
}

const actionOf = (hold: boolean) => (hold ? 'deliveries.held' : 'deliveries.released');

/** Since when an endpoint with this URL is held. */
export const heldSince = async (db: Querier, url: string): Promise<{ held_since: unknown }> =>
  (await firstOf(db, build('held_hosts').where('host', hostOf(url)).select('held_since'))) ?? {
    held_since: null,
  };

/** The hosts of a tenant's endpoints to which nothing is sent. */
export async function heldHostsOf(db: Querier, tenantId: number): Promise<string[]> {
  const held = endpoints().where('tenant_id', tenantId).whereNotNull('held_since').select('url');
  return [...new Set((await runQuery<{ url: string }>(db, held)).map(({ url }) => hostOf(url)))].sort();
}

export interface Held {
  /** Null if all that is sent to the host is held. */
  readonly tenant_id: number | null;
  readonly host: string | null;
  /** RFC 3339. */
  readonly held_since: string;
  /** Null once the operators' audit has forgotten it. */
  readonly operator: string | null;
  readonly reason: string | null;
}

/** What is held, longest first, and who did it. */
export const listHeld = (db: Querier): Promise<Held[]> =>
  runQuery(
    db,
    build
      .from(
        build('tenants')
          .whereNotNull('deliveries_held_since')
          .select('tenant_id', build.raw('NULL AS host'), 'deliveries_held_since AS since')
          .unionAll(build('held_hosts').select(build.raw('NULL'), 'host', 'held_since'))
          .as('held'),
      )
      .joinRaw(`LEFT JOIN LATERAL (${HELD_BY}) AS held_by ON true`)
      .orderBy('since')
      .select('tenant_id', 'host', build.raw('iso(since) AS held_since'), 'operator', 'reason'),
  );

const HELD_BY = `SELECT operator, reason FROM operator_actions
  WHERE action = 'deliveries.held' AND about_tenant IS NOT DISTINCT FROM tenant_id
    AND target_id = coalesce(host, tenant_id::text)
  ORDER BY id DESC LIMIT 1`;
