/** What has to be undone, newest first. What comes after the end is undone at once. */
export class CleanupStack {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #ended = false;

  readonly defer = (cleanup: () => Promise<unknown>): void => {
    this.#steps.push(cleanup);
    if (this.#ended) void this.runAll();
  };

  /** One step that fails does not keep the others from being taken. */
  async runAll(): Promise<void> {
    this.#ended = true;
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      await step().catch((error: unknown) => console.error('Could not clean up:', error));
  }
}
