import { type Claim, type EventStore, RETENTION_DAYS } from './event-store.ts';
import { DONE, type Entry, TwoGenerationMap } from './two-generation-map.ts';

const DAY_MS = 86_400_000;
const MAX_EVENTS = 50_000; // and twice as many may be there, of about 200 bytes: 20 MB

export interface MemoryStoreOptions {
  /** How many events are remembered, those of last; there may be up to twice as many. 50 000 unless set. */
  maxEvents?: number;
  /** For how long one is remembered since it was done. 91 days unless set. */
  ttlMs?: number;
  /** Milliseconds, as Date.now, which it is unless set. */
  clock?: () => number;
}

/**
 * Remembers in this process alone, and forgets when it ends: for tests, and for handlers that may do an event again
 * after a restart. A second process has to have another store.
 */
export function memoryStore({
  maxEvents = MAX_EVENTS,
  ttlMs = RETENTION_DAYS * DAY_MS,
  clock = Date.now,
}: MemoryStoreOptions = {}): EventStore<unknown> {
  const entries = new TwoGenerationMap(maxEvents);
  let claims = 0;
  const heldBy = (entry: Entry | undefined, token: string): entry is Entry =>
    entry !== undefined && entry.token === token;

  return {
    claim(key, leaseMs): Claim {
      const now = clock();
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > now)
        return entry.token === DONE ? { state: 'done' } : { state: 'busy', leaseMs: entry.until - now };
      claims += 1;
      const token = String(claims);
      entries.add(key, { token, until: now + leaseMs }, now);
      return { state: 'claimed', token, context: undefined };
    },

    complete(key, token) {
      const entry = entries.get(key);
      if (!heldBy(entry, token)) return false;
      entry.token = DONE;
      entry.until = clock() + ttlMs;
      return true;
    },

    release(key, token) {
      const entry = entries.get(key);
      if (!heldBy(entry, token)) return;
      entry.token = '';
      entry.until = 0;
    },
  };
}
