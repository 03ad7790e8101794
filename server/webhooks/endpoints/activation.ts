import { type Actor, SYSTEM } from '../../accounts/audit/actor.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { auditEndpoint, type EndpointKey, endpointOf, endpoints } from '../endpoint-key.ts';
import { notifyWorkers } from '../notify-workers.ts';
import { type EndpointDetails, lockEndpoint } from './find-endpoints.ts';

/** An endpoint that has only failed for this long is no longer tried. */
export const MAX_FAILING_DAYS = 5;

/**
 * Activates or deactivates an endpoint. While it's inactive nothing is sent. Deliveries that wait are sent after it's
 * activated again; events of the meantime can be recovered. Returns the endpoint as it was before, or undefined when there is
 * none.
 */
export async function setActive(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  active: boolean,
): Promise<EndpointDetails | undefined> {
  const endpoint = await lockEndpoint(tx, key);
  if (endpoint !== undefined && endpoint.active !== active) await switchLocked(tx, actor, key, endpoint);
  return endpoint;
}

/** Switches a locked endpoint on if it's off, and the reverse. */
export async function switchLocked(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  { active, url, inactiveReason, inactiveSince }: EndpointDetails,
): Promise<void> {
  const change = active
    ? { inactive_reason: 'staff', inactive_since: build.raw('statement_timestamp()') }
    : { failing_since: null, inactive_reason: null, inactive_since: null };
  const version = build.raw('version + 1');
  await runQuery(tx, endpointOf(key).update({ active: !active, version, ...change }));
  await notifyWorkers(tx, key.tenantId);
  if (active) return auditEndpoint(tx, actor, 'endpoint.deactivated', { ...key, url });
  const before = { was_inactive_since: inactiveSince, was_inactive_because: inactiveReason };
  await auditEndpoint(tx, actor, 'endpoint.activated', { ...key, url }, before);
}

/**
 * Has workers go on at once with what a suspended tenant's endpoints have waiting. That nothing was sent doesn't count as failing:
 * whoever has failed for days before gets its days anew.
 */
export async function resumeDeliveries(tx: Transaction, tenantId: number): Promise<void> {
  const failing = endpoints().where({ tenant_id: tenantId, active: true }).whereNotNull('failing_since');
  await runQuery(tx, failing.update({ failing_since: build.raw('statement_timestamp()') }));
  await notifyWorkers(tx, tenantId);
}

interface SwitchedOff extends EndpointKey {
  readonly url: string;
  readonly failingSince: string;
}

/**
 * Given endpoints with a delivery that has just FAILED, deactivates those without a success for 5 days, and returns them. A
 * delivery has to use up all its attempts: an endpoint that gets one event a week isn't deactivated by a first failure.
 */
export async function deactivateFailing(
  db: Transactional,
  keys: readonly EndpointKey[],
): Promise<EndpointKey[]> {
  // Usually there are none, and this look is all that a batch of failures costs.
  const failing = await runQuery<EndpointKey>(
    db,
    failedTooLong(keys).select({ tenantId: 'tenant_id', id: 'id' }),
  );
  return failing.length === 0 ? [] : db.transaction((tx) => switchOff(tx, failedTooLong(failing), 'failing'));
}

const failedTooLong = (keys: readonly EndpointKey[]) =>
  endpoints()
    .whereIn(
      ['tenant_id', 'id'],
      keys.map(({ tenantId, id }) => [tenantId, id]),
    )
    .where('active', true)
    .whereRaw(`failing_since < statement_timestamp() - interval '${MAX_FAILING_DAYS} days'`);

/**
 * Deactivates endpoints that responded 410 Gone, and returns them: whoever says so wants no more. One that has another URL by
 * now didn't say so.
 */
export const deactivateGone = (
  db: Transactional,
  endpoints: readonly (EndpointKey & { readonly url: string })[],
): Promise<EndpointKey[]> => db.transaction((tx) => switchOff(tx, saidGone(endpoints), 'gone'));

const saidGone = (gone: readonly (EndpointKey & { readonly url: string })[]) =>
  endpoints()
    .whereIn(
      ['tenant_id', 'id', 'url'],
      gone.map(({ tenantId, id, url }) => [tenantId, id, url]),
    )
    .where('active', true);

/** Asks once more what was true before: an endpoint may have succeeded, or another worker been faster. */
async function switchOff(
  tx: Transaction,
  which: ReturnType<typeof endpoints>,
  reason: 'failing' | 'gone',
): Promise<EndpointKey[]> {
  const update = which
    .updateFrom('moment')
    .update({
      active: false,
      inactive_reason: reason,
      inactive_since: build.raw('statement_timestamp()'),
      failing_since: build.raw('coalesce(failing_since, moment.at)'),
      version: build.raw('version + 1'),
    })
    .returning(['tenant_id as tenantId', 'id', 'url', 'failing_since']);
  const result = build
    .with('moment', build.raw('SELECT statement_timestamp() AS at'))
    .with('switched', update)
    .from('switched');
  const deactivated = await runQuery<SwitchedOff>(
    tx,
    result.select('tenantId', 'id', 'url', build.raw('iso(failing_since) AS "failingSince"')),
  );
  for (const endpoint of deactivated) {
    const details = { reason, failing_since: endpoint.failingSince };
    await auditEndpoint(tx, SYSTEM, 'endpoint.deactivated', endpoint, details);
  }
  return deactivated.map(({ tenantId, id }) => ({ tenantId, id }));
}
