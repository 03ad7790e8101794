import { type ApiKey, listKeys } from '../../accounts/api-keys/key-details.ts';
import { adviceFor, type Advice as KeyAdvice, successorOf } from '../../accounts/api-keys/rotation.ts';
import { listRefusedKeys } from '../../accounts/request-log/store.ts';
import { missingFor } from '../request/access.ts';
import type { PanelRequest } from '../request/route.ts';

/** The keys of one system: one, or the old and the new one while it changes. */
export interface KeyPart {
  /** The one that something is to be done about, or else the newest. */
  readonly apiKey: ApiKey;
  readonly advice: KeyAdvice | undefined;
  /** With any of them. */
  readonly lastCallAt: string | null;
  /** Whose requests were refused in the last days, if there is one and the user may see them. */
  readonly refusedPrefix: string | undefined;
}

/** Keys that are looked through: those that work come first. */
const MAX_KEYS = 100;

/** `ERP`, also of its successor `ERP (2)`. Letter case doesn't tell systems apart. */
export const systemName = (name: string): string => name.replace(/ \(\d{1,4}\)$/, '').trim();
export const folded = (name: string): string => systemName(name).toLowerCase();

/** A part for each system that has a key which works, or did until it expired. */
export async function keyParts(request: PanelRequest): Promise<KeyPart[]> {
  const { db, tenant, deps } = request;
  if (missingFor(request, 'revoke_keys')) return [];
  const all = await listKeys(db, tenant.id, { limit: MAX_KEYS });
  const keys = all.filter(({ status }) => status !== 'inactive');
  const refused = missingFor(request, 'requests') ? [] : await listRefusedKeys(db, tenant.id);
  const names = [...new Set(keys.map(({ name }) => folded(name)))];
  return names.map((name) => {
    const own = keys.filter((key) => folded(key.name) === name);
    const prefixes = own.map(({ prefix }) => prefix);
    return {
      ...partOf(own, deps.nowMs()),
      refusedPrefix: refused.find(({ prefix }) => prefixes.includes(prefix))?.prefix,
    };
  });
}

function partOf(own: readonly ApiKey[], nowMs: number): Omit<KeyPart, 'refusedPrefix'> {
  const advised = own.map((key) => ({ key, advice: adviceFor(key, successorOf(key, own), nowMs) }));
  const { key, advice } = advised.find((each) => each.advice) ?? advised[0]!;
  const calls = own.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).toSorted();
  return { apiKey: key, advice, lastCallAt: calls.at(-1) ?? null };
}
