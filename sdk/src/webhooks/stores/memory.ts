import { ConfigurationError } from '../../errors/tradepost-error.ts';
import { type Claim, checkOptions, type EventStore, RETENTION_DAYS } from './event-store.ts';
import { DONE, type Entry, TwoGenerationMap } from './two-generation-map.ts';

const DAY_MS = 86_400_000;
const MAX_EVENTS = 50_000; // up to twice as many are kept, of about 200 bytes: 20 MB

export interface MemoryStoreOptions {
  /** How many of the last events are remembered at least; up to twice as many are. Defaults to 50,000. */
  maxEvents?: number | undefined;
  /** How long an event is remembered after it was done. Defaults to 91 days. */
  ttlMs?: number | undefined;
  /** Milliseconds. Defaults to Date.now. */
  clock?: (() => number) | undefined;
}

/**
 * Remembers events in this process only, until it ends. For tests, and for handlers that may handle an event again
 * after a restart. Several processes need another store.
 */
export function memoryStore(options: MemoryStoreOptions = {}): EventStore<undefined> {
  checkOptions('memoryStore', options, ['maxEvents', 'ttlMs', 'clock']);
  const { maxEvents = MAX_EVENTS, ttlMs = RETENTION_DAYS * DAY_MS, clock = Date.now } = options;
  // NaN would compare as false everywhere, and nothing would be remembered, or everything.
  for (const [name, value] of Object.entries({ maxEvents, ttlMs }))
    if (!(typeof value === 'number' && value >= 1))
      throw new ConfigurationError(`${name} is ${value}. Pass a number from 1.`);
  if (typeof clock !== 'function') throw new ConfigurationError("memoryStore's clock isn't a function.");
  const entries = new TwoGenerationMap(maxEvents);
  let claims = 0;
  const heldBy = (entry: Entry | undefined, token: string): entry is Entry =>
    entry !== undefined && entry.token === token;

  return {
    inMemory: true,
    place: entries,

    claim(key, leaseMs): Claim<undefined> {
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
