/**
 * A signal that aborts when the time is up or when the caller's own signal does. Not AbortSignal.any: Node has it
 * from 20.3 only, and it leaves its listener on a signal that lives as long as the process.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callers: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #follow = () => this.#controller.abort(this.#callers?.reason);
  #expired = false;

  constructor(timeoutMs: number, callers: AbortSignal | undefined) {
    this.#callers = callers;
    this.#timer = setTimeout(() => {
      this.#expired = true;
      this.#controller.abort();
    }, timeoutMs);
    if (callers?.aborted) this.#follow();
    else callers?.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get expired(): boolean {
    return this.#expired;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#callers?.removeEventListener('abort', this.#follow);
  }
}
