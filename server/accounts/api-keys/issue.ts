import type { Transaction } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import { hashOf, makeKey, prefixOf, type RandomInt } from './key.ts';
import { findKey } from './key-details.ts';

export interface KeyRequest {
  readonly tenantId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339, or null for a key that doesn't expire. */
  readonly expiresAt: string | null;
  /** What its system wants to hear once it has an endpoint. Only the audit keeps it. */
  readonly wantedEvents?: readonly string[];
}

export interface IssuedKey {
  readonly id: number;
  /** The key itself is only returned, never stored. */
  readonly key: string;
  readonly prefix: string;
}

export interface SuccessorRequest extends Omit<KeyRequest, 'scopes'> {
  readonly predecessorId: number;
}

/** Creates a key with the scopes of another one, which stays as it is. Undefined if the tenant has no such key. */
export async function issueSuccessor(
  tx: Transaction,
  actor: Actor,
  { predecessorId, ...request }: SuccessorRequest,
  randomInt: RandomInt,
): Promise<(IssuedKey & { readonly scopes: readonly string[] }) | undefined> {
  const predecessor = await findKey(tx, request.tenantId, predecessorId, 'lock');
  if (!predecessor) return undefined;
  const { scopes } = predecessor;
  return { scopes, ...(await issueKey(tx, actor, { ...request, scopes }, randomInt, predecessor)) };
}

/** Creates a key and stores its hash. */
export async function issueKey(
  tx: Transaction,
  actor: Actor,
  { tenantId, name, scopes, expiresAt: expires_at, wantedEvents: events }: KeyRequest,
  randomInt: RandomInt,
  predecessor?: { readonly id: number; readonly prefix: string },
): Promise<IssuedKey> {
  const key = makeKey(randomInt);
  const prefix = prefixOf(key);
  const row = { tenant_id: tenantId, name, prefix, hash: hashOf(key), scopes, expires_at };
  const inserted = build('api_keys').insert({ ...row, predecessor_id: predecessor?.id ?? null });
  const { id } = (await firstOf<{ id: number }>(tx, inserted.returning('id')))!;
  await recordAudit(tx, {
    tenantId,
    actor,
    action: 'api_key.created',
    target: { type: 'api_key', id, name },
    details: {
      prefix,
      scopes,
      expires_at,
      ...(predecessor && { predecessor: predecessor.prefix }),
      ...(events && { events }),
    },
  });
  return { id, key, prefix };
}
