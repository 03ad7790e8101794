/** What has to be undone, newest first. What comes after the end is undone at once. */
export class UndoList {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #ended = false;

  readonly defer = (undo: () => Promise<unknown>): void => {
    this.#steps.push(undo);
    if (this.#ended) void this.all();
  };

  /** One step that fails does not keep the others from being taken. */
  async all(): Promise<void> {
    this.#ended = true;
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      await step().catch((error: unknown) => console.error('Could not clean up:', error));
  }
}
