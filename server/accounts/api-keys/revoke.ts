import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import type { AuditAction } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import { DEACTIVATION_WAIT_MS } from './api-key-cache.ts';

export interface KeyId {
  readonly tenantId: number;
  readonly id: number;
}

/** What staff know a key by. */
export interface KeyLabel {
  readonly name: string;
  readonly prefix: string;
}

const LABEL = ['name', 'prefix'];

type Revoke = (tx: Transaction, actor: Actor, key: KeyId) => Promise<KeyLabel | undefined>;

/** Deactivates a key for good. Undefined if the tenant has no such key; it may be inactive already. */
export const deactivateKey: Revoke = async (tx, actor, { tenantId, id }) => {
  const where = { tenant_id: tenantId, id };
  const update = build('api_keys')
    .where({ ...where, active: true })
    .update({ active: false });
  const deactivated = await firstOf<KeyLabel>(tx, update.returning(LABEL));
  if (deactivated) await audit(tx, actor, 'api_key.deactivated', { tenantId, id, ...deactivated });
  return deactivated ?? firstOf<KeyLabel>(tx, build('api_keys').where(where).select(LABEL));
};

/**
 * Deletes a key. Only its successor refers to the row; movements and the audit have copies of its name and prefix.
 * Undefined if the tenant has no such key.
 */
export const deleteKey: Revoke = async (tx, actor, { tenantId, id }) => {
  const query = build('api_keys').where({ tenant_id: tenantId, id }).delete().returning(LABEL);
  const key = await firstOf<KeyLabel>(tx, query);
  if (key) await audit(tx, actor, 'api_key.deleted', { tenantId, id, ...key });
  return key;
};

const audit = (
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  { tenantId, id, name, prefix }: KeyId & KeyLabel,
): Promise<void> =>
  recordAudit(tx, { tenantId, actor, action, target: { type: 'api_key', id, name }, details: { prefix } });

type RevokeEverywhere = (
  db: Transactional,
  actor: Actor,
  key: KeyId,
  wait: (ms: number) => Promise<void>,
) => Promise<KeyLabel | undefined>;

/**
 * Waits after the commit, and without a connection, until no process has the key cached any more. It also waits if nothing
 * was changed, because somebody else may have deactivated the key less than a second ago.
 */
const everywhere =
  (revoke: Revoke): RevokeEverywhere =>
  async (db, actor, key, wait) => {
    const revoked = await db.transaction((tx) => revoke(tx, actor, key));
    if (revoked) await wait(DEACTIVATION_WAIT_MS);
    return revoked;
  };

/** Deactivates a key. Returns once no process accepts it: any request that starts later gets 401. */
export const deactivateKeyEverywhere = everywhere(deactivateKey);

/** Deletes a key. Returns once no process accepts it: any request that starts later gets 401. */
export const deleteKeyEverywhere = everywhere(deleteKey);
