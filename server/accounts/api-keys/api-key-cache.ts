import { isDeepStrictEqual } from 'node:util';
import type { Querier } from '../../db/querier.ts';
import { hashOf } from './key.ts';
import { findByHash, findByHashes, type KeyRecord } from './store.ts';

/**
 * How long a key stays cached. Deactivating a key waits longer than this before it returns (DEACTIVATION_WAIT_MS): every
 * look-up that could have seen the key active began before the commit, so by then no process has it cached. This needs
 * no message between processes that could be lost, only clocks that run at the same speed. A busy key costs one look-up
 * a second.
 */
export const CACHE_TTL_MS = 1_000;
/** A quarter more, for clocks that drift and timers that are early. */
export const DEACTIVATION_WAIT_MS = 1_250;
/** About 10 MB; a process that serves more keys at once looks the others up again. */
const MAX_KEYS = 10_000;
/** A key that was used within it is probably used again. */
const RECENT_MS = 5_000;
/** One more key in a statement takes about 10 µs, a statement of its own nearly as long as all of a GET. */
const MAX_KEYS_PER_LOOKUP = 100;

interface CacheEntry {
  readonly key: string;
  cachedUntil: number;
  keyExpiresAt: number;
  usedAt: number;
  /** While the key is looked up. */
  lookUp?: Promise<KeyRecord | undefined> | undefined;
  /** As the last look-up found it. */
  found?: KeyRecord;
}

/**
 * Finds API keys, and caches the ones it found for CACHE_TTL_MS. A look-up renews the other keys in use that are no longer cached:
 * of a thousand keys hardly any is used twice a second, so that otherwise nearly each request would have a look-up of its own.
 */
export class ApiKeyCache {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  /** In the order of their look-ups, so that those no longer cached come first. */
  readonly #entries = new Map<string, CacheEntry>();

  constructor(db: Querier, monotonicMs: () => number) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const now = this.#monotonicMs();
    const entry = this.#current(key, now);
    return entry ? (entry.lookUp ?? entry.found) : this.#lookUp(key, now);
  }

  /** A key that is in the cache, without the wait of a promise; undefined if it has to be looked up. */
  cached(key: string): KeyRecord | undefined {
    const entry = this.#current(key, this.#monotonicMs());
    return entry?.lookUp ? undefined : entry?.found;
  }

  #current(key: string, now: number): CacheEntry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || now >= entry.cachedUntil || now >= entry.keyExpiresAt) return undefined;
    entry.usedAt = now;
    return entry;
  }

  /** The time to live counts from before the query: a deactivation that the query missed was committed after that. */
  #lookUp(key: string, now: number): Promise<KeyRecord | undefined> {
    const asked = this.#entries.get(key) ?? { key, cachedUntil: 0, keyExpiresAt: 0, usedAt: 0 };
    asked.usedAt = now;
    this.#entries.delete(key);
    const renewed = this.#takeExpired(now);
    const wanted = [asked, ...renewed];
    const hashes = wanted.map((each) => hashOf(each.key));
    const records =
      renewed.length === 0
        ? findByHash(this.#db, hashes[0]!).then((record) => [record])
        : findByHashes(this.#db, hashes);
    const [record] = wanted.map((entry, index) => {
      const found = records.then((all) => all[index]);
      this.#add(entry, now, found);
      return found;
    });
    return record!;
  }

  /** Takes out keys that are no longer cached. Returns those that were used recently. */
  #takeExpired(now: number): CacheEntry[] {
    const recent: CacheEntry[] = [];
    for (const [key, entry] of this.#entries) {
      if (now < entry.cachedUntil || recent.length === MAX_KEYS_PER_LOOKUP - 1) break;
      // One that is still being looked up has its own statement.
      if (entry.lookUp) continue;
      this.#entries.delete(key);
      if (now - entry.usedAt <= RECENT_MS) recent.push(entry);
    }
    return recent;
  }

  #add(entry: CacheEntry, now: number, lookUp: Promise<KeyRecord | undefined>): void {
    entry.cachedUntil = now + CACHE_TTL_MS;
    entry.keyExpiresAt = Number.POSITIVE_INFINITY;
    entry.lookUp = lookUp;
    this.#entries.set(entry.key, entry);
    if (this.#entries.size > MAX_KEYS) this.#entries.delete(this.#entries.keys().next().value!);
    void this.#settle(entry, lookUp, now);
  }

  /**
   * Unknown keys and failed queries aren't cached, so that guessed keys can't evict keys in use. A record that is as it was stays: new
   * ones of a thousand keys a second would fill the old generation.
   */
  async #settle(entry: CacheEntry, lookUp: Promise<KeyRecord | undefined>, askedAt: number): Promise<void> {
    const record = await lookUp.catch(() => undefined);
    // A later look-up has begun since, whose time to live isn't this record's.
    if (entry.lookUp !== lookUp) return;
    entry.lookUp = undefined;
    if (record?.expiresInMs != null) entry.keyExpiresAt = askedAt + record.expiresInMs;
    if (record && !isDeepStrictEqual(record, entry.found)) entry.found = record;
    if (!record && this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
  }
}
