import { PeriodicWriter } from '../../base/time/periodic-writer.ts';
import type { Querier } from '../../db/querier.ts';
import { touchKeys } from './store.ts';

/** How late `last_used_at` may be. */
export const MAX_DELAY_MS = 30_000;
/** Leaves room for one failed write. */
export const FLUSH_INTERVAL_MS = 12_000;

interface KeyUse {
  readonly tenantId: number;
  readonly id: number;
  atMs: number;
}

/** Collects the times at which keys were used and writes them in batches. */
export class LastUsedWriter {
  readonly #monotonicMs: () => number;
  readonly #uses: PeriodicWriter<number, KeyUse>;

  constructor(db: Querier, monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#uses = new PeriodicWriter({
      write: (uses) =>
        touchKeys(
          db,
          uses.map(({ atMs, ...key }) => ({ ...key, ageMs: monotonicMs() - atMs })),
        ),
      merge: (_unwritten, since) => since,
    });
  }

  record(tenantId: number, id: number): void {
    this.#uses.entry(id, () => ({ tenantId, id, atMs: 0 })).atMs = this.#monotonicMs();
  }

  flush(): Promise<void> {
    return this.#uses.flush();
  }
}
