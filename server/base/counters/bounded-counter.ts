import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How often a key was counted in its window, and how long that window still lasts. */
export interface Count {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

export interface BoundedCounterOptions {
  /** The window in seconds. */
  readonly duration: number;
  /**
   * Beyond it the oldest is forgotten. An attacker with more keys, such as addresses, gains nothing by that: a new one starts
   * at 0 anyway.
   */
  readonly maxKeys: number;
}

/** Counts per key in windows of some seconds, in this process only and in bounded memory: about 500 bytes a key. */
export class BoundedCounter {
  readonly #maxKeys: number;
  readonly #counter: RateLimiterMemory;
  /** In the order in which their windows began. The counter by itself keeps every key until its window ends. */
  readonly #keys = new Set<string>();

  constructor({ duration, maxKeys }: BoundedCounterOptions) {
    this.#maxKeys = maxKeys;
    this.#counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration });
  }

  async add(key: string): Promise<Count> {
    const count = await this.#counter.penalty(key);
    if (count.consumedPoints === 1) await this.#remember(key);
    return count;
  }

  /** Undefined if nothing was counted in the current window. */
  async get(key: string): Promise<Count | undefined> {
    const count = await this.#counter.get(key);
    return count && count.msBeforeNext > 0 ? count : undefined;
  }

  async #remember(key: string): Promise<void> {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#maxKeys) return;
    const oldest = this.#keys.values().next().value!;
    this.#keys.delete(oldest);
    await this.#counter.delete(oldest);
  }
}
