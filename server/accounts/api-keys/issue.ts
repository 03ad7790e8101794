import type { Transaction } from '../../db/querier.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import { hashOf, makeKey, prefixOf, type RandomInt } from './key.ts';
import { findKey } from './key-details.ts';
import { insertKey } from './store.ts';

export interface KeyRequest {
  readonly tenantId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339, or null for a key that doesn't expire. */
  readonly expiresAt: string | null;
}

export interface IssuedKey {
  readonly id: number;
  /** The key itself is only returned, never stored. */
  readonly key: string;
  readonly prefix: string;
}

/** Creates a key and stores its hash. */
export const issueKey = (
  tx: Transaction,
  actor: Actor,
  request: KeyRequest,
  randomInt: RandomInt,
): Promise<IssuedKey> => issue(tx, actor, request, undefined, randomInt);

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
  return { scopes, ...(await issue(tx, actor, { ...request, scopes }, predecessor, randomInt)) };
}

async function issue(
  tx: Transaction,
  actor: Actor,
  request: KeyRequest,
  predecessor: { readonly id: number; readonly prefix: string } | undefined,
  randomInt: RandomInt,
): Promise<IssuedKey> {
  const { tenantId, name, scopes, expiresAt } = request;
  const key = makeKey(randomInt);
  const prefix = prefixOf(key);
  const row = { ...request, prefix, hash: hashOf(key), predecessorId: predecessor?.id ?? null };
  const id = await insertKey(tx, row);
  await recordAudit(tx, {
    tenantId,
    actor,
    action: 'api_key.created',
    target: { type: 'api_key', id, name },
    details: {
      prefix,
      scopes,
      expires_at: expiresAt,
      ...(predecessor && { predecessor: predecessor.prefix }),
    },
  });
  return { id, key, prefix };
}
