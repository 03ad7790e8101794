import type { ApiKey } from './key-details.ts';

const DAY_MS = 86_400_000;
/** Time to make a successor and to bring it to an ERP that somebody else runs. */
export const EXPIRY_NOTICE_DAYS = 7;
/** A quarter without a request: a forgotten key, or one that only a yearly job uses. People decide. */
export const UNUSED_DAYS = 90;
/** An old key counts as given up after a day, so that a job that runs once a day has had its turn with the new one. */
export const IDLE_MS = DAY_MS;

/** What staff should do about an active key. */
export type Advice =
  | { readonly kind: 'make_successor' }
  | { readonly kind: 'deactivate_unused' }
  /** There is an active successor: it hasn't been used yet, the old key is still in use, or it isn't any more. */
  | { readonly kind: 'use_successor' | 'still_in_use' | 'deactivate_old'; readonly successor: ApiKey };

/** Undefined when there is nothing to do. */
export function adviceFor(key: ApiKey, successor: ApiKey | undefined, nowMs: number): Advice | undefined {
  if (key.status !== 'active') return undefined;
  if (successor?.status === 'active') return { kind: rotationStep(key, successor, nowMs), successor };
  if (expiresSoon(key, nowMs)) return { kind: 'make_successor' };
  return isUnused(key, nowMs) ? { kind: 'deactivate_unused' } : undefined;
}

function rotationStep(
  { lastUsedAt }: ApiKey,
  successor: ApiKey,
  nowMs: number,
): 'use_successor' | 'still_in_use' | 'deactivate_old' {
  if (successor.lastUsedAt === null) return 'use_successor';
  const idle = lastUsedAt === null || nowMs - Date.parse(lastUsedAt) >= IDLE_MS;
  return idle ? 'deactivate_old' : 'still_in_use';
}

export const expiresSoon = ({ status, expiresAt }: ApiKey, nowMs: number): boolean =>
  status === 'active' && expiresAt !== null && Date.parse(expiresAt) - nowMs <= EXPIRY_NOTICE_DAYS * DAY_MS;

/** A key that was never used counts from its creation. */
export const isUnused = ({ status, createdAt, lastUsedAt }: ApiKey, nowMs: number): boolean =>
  status === 'active' && nowMs - Date.parse(lastUsedAt ?? createdAt) >= UNUSED_DAYS * DAY_MS;

/** The key that replaces another one: of the active ones the newest in use, otherwise the newest. */
export function successorOf({ id }: ApiKey, keys: readonly ApiKey[]): ApiKey | undefined {
  const successors = keys.filter(({ predecessorId }) => predecessorId === id).sort((a, b) => b.id - a.id);
  const active = successors.filter(({ status }) => status === 'active');
  return active.find(({ lastUsedAt }) => lastUsedAt !== null) ?? active[0] ?? successors[0];
}
