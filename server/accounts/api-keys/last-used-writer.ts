import type { Querier } from '../../db/querier.ts';
import { touchKeys } from './store.ts';

/** How late `last_used_at` may be. */
export const MAX_DELAY_MS = 30_000;
/** Leaves room for one failed write. */
export const FLUSH_INTERVAL_MS = 12_000;

/** Collects the times at which keys were used and writes them in batches. */
export class LastUsedWriter {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  #uses = new Map<number, { tenantId: number; at: number }>();
  #lastFlush: Promise<void> = Promise.resolve();

  constructor(db: Querier, monotonicMs: () => number) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
  }

  record(tenantId: number, keyId: number): void {
    this.#uses.set(keyId, { tenantId, at: this.#monotonicMs() });
  }

  /** Resolves once every use that was recorded before is written, also those that an earlier flush is still writing. */
  flush(): Promise<void> {
    const flushed = this.#lastFlush.then(() => this.#write());
    this.#lastFlush = flushed.catch(() => {});
    return flushed;
  }

  /** If it fails, the uses are kept for the next flush, except for keys used again since. */
  async #write(): Promise<void> {
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
