export interface BatcherOptions<Item, Result> {
  /** Returns a result for each item, in their order. If it rejects, every item of the batch does. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxSize?: number;
  /** How long the first item of a batch waits for others. By default it waits only for the batch that is running. */
  readonly waitMs?: number;
  /** Called when nothing runs and nothing waits. */
  readonly onIdle?: () => void;
}

interface WaitingItem<Item, Result> {
  readonly item: Item;
  readonly addedAtMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Does for several callers at once what each of them wants done. While one batch runs, the next one grows. */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #waiting: WaitingItem<Item, Result>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, addedAtMs: performance.now(), resolve, reject });
      if (!this.#isRunning) this.#schedule(this.#waiting[0]!);
    });
  }

  async #run(): Promise<void> {
    const { run, maxSize = Number.POSITIVE_INFINITY, onIdle } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isRunning = true;
    const batch = this.#waiting.splice(0, maxSize);
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#isRunning = false;
    if (this.#waiting.length > 0) this.#schedule(this.#waiting[0]!);
    else onIdle?.();
  }

  /** The wait counts from when the first item came, not from the end of the last batch. */
  #schedule({ addedAtMs }: WaitingItem<Item, Result>): void {
    const { maxSize = Number.POSITIVE_INFINITY, waitMs = 0 } = this.#options;
    const leftMs = this.#waiting.length >= maxSize ? 0 : addedAtMs + waitMs - performance.now();
    if (leftMs <= 0) void this.#run();
    else this.#timer ??= setTimeout(() => void this.#run(), leftMs);
  }
}
