/** Runs cleanups, newest first. A cleanup that is added after `runAll` runs at once. */
export class CleanupStack {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #ended = false;

  readonly defer = (cleanup: () => Promise<unknown>): void => {
    this.#steps.push(cleanup);
    if (this.#ended) void this.runAll();
  };

  /** A failing cleanup doesn't stop the others. */
  async runAll(): Promise<void> {
    this.#ended = true;
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      await step().catch((error: unknown) => console.error('Could not clean up:', error));
  }
}
