import type { Querier } from '../db/querier.ts';
import { touchKeys } from './store.ts';

/** `last_used_at` may be 30 s late; this leaves room for one failed write. */
export const FLUSH_INTERVAL_MS = 12_000;

/** Collects the times at which keys were used and writes them in batches. */
export class LastUsedWriter {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  #uses = new Map<number, { tenantId: number; at: number }>();

  constructor(db: Querier, monotonicMs: () => number) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
  }

  record(tenantId: number, keyId: number): void {
    this.#uses.set(keyId, { tenantId, at: this.#monotonicMs() });
  }

  /** Writes what was collected. If that fails, it's kept for the next flush, except for keys used again since. */
  async flush(): Promise<void> {
    const uses = this.#uses;
    this.#uses = new Map();
    const now = this.#monotonicMs();
    try {
      await touchKeys(
        this.#db,
        [...uses].map(([id, { tenantId, at }]) => ({ tenantId, id, ageMs: now - at })),
      );
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }
}
