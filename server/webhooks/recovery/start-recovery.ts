import type { Actor } from '../../accounts/audit/actor.ts';
import { recordAudit } from '../../accounts/audit/store.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { switchLocked } from '../endpoints/activation.ts';
import { type EndpointDetails, findEndpoint, lockEndpoint } from '../endpoints/find-endpoints.ts';
import { countRecoverable, type Recoverable, type TimeRange } from './recoverable.ts';
import { findRecovery, type Recovery, recoveriesOf } from './recovery.ts';

/** Begins a recovery. Returns undefined when the endpoint is inactive or already has a running recovery. */
export async function startRecovery(
  db: Transactional,
  actor: Actor,
  key: EndpointKey,
  range: TimeRange,
): Promise<Recovery | undefined> {
  // Counted before the lock: results of deliveries would wait for it.
  const counted = await countRecoverable(db, key, range);
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, key);
    if (!endpoint?.active || (await isRecovering(tx, key))) return undefined;
    return begin(tx, actor, key, endpoint, range, counted);
  });
}

/**
 * Switches an endpoint on and begins a recovery, or does neither: when it's already `active`, when another recovery is still
 * running (`recovering`), when there is no such endpoint (undefined), and after an error.
 */
export async function activateAndRecover(
  db: Transactional,
  actor: Actor,
  key: EndpointKey,
  range: TimeRange,
): Promise<Recovery | 'active' | 'recovering' | undefined> {
  const counted = await countRecoverable(db, key, range);
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, key);
    if (endpoint === undefined) return undefined;
    if (endpoint.active) return 'active';
    if (await isRecovering(tx, key)) return 'recovering';
    await switchLocked(tx, actor, key, endpoint);
    return begin(tx, actor, key, endpoint, range, counted, { begins_after: null });
  });
}

const isRecovering = async (tx: Querier, key: EndpointKey): Promise<boolean> =>
  (await firstOf(tx, recoveriesOf(key).where('status', 'running').select('id'))) !== undefined;

/** `begins_after` is null if the endpoint is switched on by the same transaction: see advance-recoveries.ts. */
async function begin(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  endpoint: EndpointDetails,
  range: TimeRange,
  { failed, missed, exact }: Recoverable,
  fields: { readonly begins_after?: null } = {},
): Promise<Recovery> {
  const row = {
    ...{ tenant_id: key.tenantId, registration_id: key.id, total: exact ? failed + missed : null },
    ...{ occurred_from: range.from, occurred_until: range.until, ...fields },
  };
  // knex's returning() takes no aliases.
  const inserted = await firstOf<{ id: number }>(tx, build('webhook_recoveries').insert(row).returning('id'));
  const recovery = (await findRecovery(tx, key, inserted!.id))!;
  const { id, from, until } = recovery;
  const details = { ...namesOf(endpoint), from, until, failed, missed, ...(!exact && { counted: 'partly' }) };
  const target = { type: 'recovery', id, name: endpoint.url } as const;
  await recordAudit(tx, { tenantId: key.tenantId, actor, action: 'recovery.started', target, details });
  return recovery;
}

/** Stops a recovery. What it has already put into the queue is sent. */
export const stopRecovery = (db: Transactional, actor: Actor, key: EndpointKey, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const running = recoveriesOf(key).where({ id, status: 'running' });
    const stopped = await firstOf<{ resent: number; missed: number }>(
      tx,
      running.update({ status: 'stopped' }).returning(['resent', 'missed']),
    );
    if (stopped === undefined) return;
    const endpoint = await findEndpoint(tx, key);
    await recordAudit(tx, {
      tenantId: key.tenantId,
      actor,
      action: 'recovery.stopped',
      target: { type: 'recovery', id, name: endpoint?.url ?? '' },
      details: { ...namesOf(endpoint), sent_again: stopped.resent + stopped.missed },
    });
  });

/** Its URL is the target's name already. */
const namesOf = (endpoint: EndpointDetails | undefined): Readonly<Record<string, string>> =>
  endpoint?.description ? { endpoint: endpoint.description } : {};
