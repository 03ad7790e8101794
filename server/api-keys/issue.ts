import type { Querier } from '../db/querier.ts';
import { DEACTIVATION_WAIT_MS } from './api-key-cache.ts';
import { hashOf, makeKey, prefixOf, type RandomInt } from './key.ts';
import { deactivateKey, insertKey } from './store.ts';

export interface KeyRequest {
  readonly tenantId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** RFC 3339, or null for a key that doesn't expire. */
  readonly expiresAt: string | null;
}

/** Creates a key and stores its hash. The key itself is only returned, never stored. */
export async function issueKey(
  db: Querier,
  request: KeyRequest,
  randomInt: RandomInt,
): Promise<{ id: number; key: string; prefix: string }> {
  const key = makeKey(randomInt);
  const prefix = prefixOf(key);
  const id = await insertKey(db, { ...request, prefix, hash: hashOf(key) });
  return { id, key, prefix };
}

/**
 * Deactivates a key. Returns once no process accepts it anymore: any request that starts later is refused. Returns false
 * when there is no such key.
 */
export async function deactivateKeyEverywhere(
  db: Querier,
  id: number,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  const found = await deactivateKey(db, id);
  if (found) await wait(DEACTIVATION_WAIT_MS);
  return found;
}
