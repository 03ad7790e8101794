/** Long enough for a balancer that asks every few seconds, short enough to find out soon that it's over. */
const REMEMBER_MS = 5_000;

/** Remembers for a moment why something failed, for operators. */
export class RecentFailure {
  readonly #monotonicMs: () => number;
  #failure: { readonly reason: string; readonly atMs: number } | undefined;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  note(reason: string): void {
    this.#failure = { reason, atMs: this.#monotonicMs() };
  }

  /** It's over. */
  end(): void {
    this.#failure = undefined;
  }

  /** For operators. */
  reason(): string | undefined {
    if (!this.#failure || this.#monotonicMs() - this.#failure.atMs > REMEMBER_MS) return undefined;
    return this.#failure.reason;
  }
}
