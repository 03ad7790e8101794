import type { ProblemCode } from '../../base/problems/api-problem.ts';

/** An import of 500 rows that all fail is kept whole. */
export const BURST = 500;
/** One every 2 s shows how a failure goes on; its id in the log of a client that repeats itself says nothing new. */
export const PER_MINUTE = 30;

const MS_PER_TOKEN = 60_000 / PER_MINUTE;
const REFILL_MS = BURST * MS_PER_TOKEN;

interface Bucket {
  tokens: number;
  refilledAt: number;
}

/**
 * How many refused requests of a tenant are kept, in this process: a token bucket for each tenant and problem code. A
 * client that loops into one problem so uses up nothing of another tenant's, and nothing of its tenant's other problems.
 */
export class RefusalAllowance {
  /** In the order of their last use, so that those that are full again stand first. */
  readonly #buckets = new Map<string, Bucket>();

  /** Takes one if there is one. `nowMs` is monotonic. */
  take(tenantId: number, code: ProblemCode, nowMs: number): boolean {
    const key = `${tenantId} ${code}`;
    const bucket = this.#buckets.get(key) ?? { tokens: BURST, refilledAt: nowMs };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    bucket.tokens = Math.min(BURST, bucket.tokens + (nowMs - bucket.refilledAt) / MS_PER_TOKEN);
    bucket.refilledAt = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Forgets the buckets that are full again, which are no different from new ones. */
  forgetUnused(nowMs: number): void {
    for (const [key, { refilledAt }] of this.#buckets) {
      if (nowMs - refilledAt < REFILL_MS) return;
      this.#buckets.delete(key);
    }
  }

  get size(): number {
    return this.#buckets.size;
  }
}
