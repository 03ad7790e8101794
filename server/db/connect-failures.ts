import { isPoolFull, markConnectFailure } from './connection-check.ts';

/** As for writes that fail: long enough for a balancer that asks every few seconds, short enough to find out soon that it's over. */
const REMEMBER_MS = 5_000;

/** Remembers for a moment that no new connection could be made. */
export class ConnectFailures {
  readonly #monotonicMs: () => number;
  #failure: { readonly reason: string; readonly atMs: number } | undefined;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** Takes note of an error, and returns it for the caller to throw. */
  note(error: unknown): unknown {
    if (isPoolFull(error)) return error;
    markConnectFailure(error);
    const { code = 'no answer' } = error as { code?: string };
    // Anybody can read /readyz, so without the message, which names the user.
    this.#failure = { reason: `new connections to the database fail (${code})`, atMs: this.#monotonicMs() };
    return error;
  }

  /** A new connection was made. */
  end(): void {
    this.#failure = undefined;
  }

  /** For operators. */
  reason(): string | undefined {
    if (!this.#failure || this.#monotonicMs() - this.#failure.atMs > REMEMBER_MS) return undefined;
    return this.#failure.reason;
  }
}
