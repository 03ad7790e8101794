import type { Querier } from '../db/querier.ts';
import { hashOf } from './key.ts';
import { findByHash, type KeyRecord } from './store.ts';

/**
 * How long a key that was found is believed. Whoever deactivates a key waits longer than this before saying so
 * (DEACTIVATION_WAIT_MS): each look-up that could have seen the key active began before the commit, so it is no longer
 * believed anywhere when the answer goes out. That needs no message between processes that could be lost, only clocks
 * that run at the same speed; and a busy key costs one look-up a second.
 */
export const BELIEVED_MS = 1_000;
/** A quarter more, for clocks that drift and timers that are early. */
export const DEACTIVATION_WAIT_MS = 1_250;
/** About 10 MB; a process that serves more keys at once looks the others up again. */
const MAX_KEYS = 10_000;

interface Belief {
  readonly until: number;
  readonly record: Promise<KeyRecord | undefined>;
  /** Set when a found key expires sooner. */
  expires?: number;
}

/** Finds keys, and remembers for a moment those that it found. */
export class KeyRing {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  readonly #beliefs = new Map<string, Belief>();

  constructor(db: Querier, monotonicMs: () => number) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
  }

  async find(key: string): Promise<KeyRecord | undefined> {
    const now = this.#monotonicMs();
    const known = this.#beliefs.get(key);
    if (known && now < known.until && now < (known.expires ?? Number.POSITIVE_INFINITY)) return known.record;
    return this.#lookUp(key, now);
  }

  /** The time of a belief counts from before its query: a deactivation that the query missed was committed later. */
  #lookUp(key: string, now: number): Promise<KeyRecord | undefined> {
    const belief: Belief = { until: now + BELIEVED_MS, record: findByHash(this.#db, hashOf(key)) };
    this.#beliefs.delete(key);
    this.#beliefs.set(key, belief);
    if (this.#beliefs.size > MAX_KEYS) this.#beliefs.delete(this.#beliefs.keys().next().value!);
    void this.#settle(key, belief, now);
    return belief.record;
  }

  /** What was not found or failed is not remembered: a stranger's guesses must not push out keys in use. */
  async #settle(key: string, belief: Belief, askedAt: number): Promise<void> {
    const record = await belief.record.catch(() => undefined);
    if (record?.expiresInMs != null) belief.expires = askedAt + record.expiresInMs;
    if (!record && this.#beliefs.get(key) === belief) this.#beliefs.delete(key);
  }
}
