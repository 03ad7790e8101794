export interface BoundedCounterOptions {
  readonly windowMs: number;
  /**
   * Beyond it the oldest is forgotten. An attacker with more keys, such as addresses, gains nothing by that: a new one starts
   * at 0 anyway.
   */
  readonly maxKeys: number;
  readonly nowMs: () => number;
}

/** How often a key was counted in its window, and how long that window still lasts. */
export interface Count {
  readonly count: number;
  readonly msLeft: number;
}

/** Counts per key in windows of some seconds, in this process only and in bounded memory: about 200 bytes a key. */
export class BoundedCounter {
  readonly #options: BoundedCounterOptions;
  /** In the order in which the windows began, and so in which they end. */
  readonly #windows = new Map<string, { count: number; readonly endsMs: number }>();

  constructor(options: BoundedCounterOptions) {
    this.#options = options;
  }

  add(key: string): Count {
    const { windowMs, maxKeys, nowMs } = this.#options;
    this.#forgetEnded();
    const window = this.#windows.get(key) ?? { count: 0, endsMs: nowMs() + windowMs };
    window.count += 1;
    this.#windows.set(key, window);
    if (this.#windows.size > maxKeys) this.#forgetOldest();
    return { count: window.count, msLeft: window.endsMs - nowMs() };
  }

  /** A count of 0 if nothing was counted in the current window. */
  get(key: string): Count {
    this.#forgetEnded();
    const window = this.#windows.get(key);
    return window
      ? { count: window.count, msLeft: window.endsMs - this.#options.nowMs() }
      : { count: 0, msLeft: 0 };
  }

  #forgetEnded(): void {
    const nowMs = this.#options.nowMs();
    for (const [key, { endsMs }] of this.#windows) {
      if (endsMs > nowMs) return;
      this.#windows.delete(key);
    }
  }

  #forgetOldest(): void {
    this.#windows.delete(this.#windows.keys().next().value!);
  }
}
