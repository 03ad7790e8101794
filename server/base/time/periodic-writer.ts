export interface PeriodicWriterOptions<Entry> {
  /** Writes entries by one statement. */
  readonly write: (entries: Entry[]) => Promise<void>;
  /** Adds what has come under a key since to what couldn't be written. */
  readonly merge: (unwritten: Entry, since: Entry) => Entry;
  readonly maxPerWrite?: number;
  /** Whether what couldn't be written is kept for the next time. By default it always is. */
  readonly isKept?: (error: unknown) => boolean;
}

/** Collects entries by their keys in memory, and writes them together at each flush, of which a job makes one every few seconds. */
export class PeriodicWriter<Key, Entry> {
  readonly #options: PeriodicWriterOptions<Entry>;
  #entries = new Map<Key, Entry>();
  #lastFlush = Promise.resolve();

  constructor(options: PeriodicWriterOptions<Entry>) {
    this.#options = options;
  }

  /** What is collected under a key, for the caller to change. */
  entry(key: Key, create: () => Entry): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry = create();
    this.#entries.set(key, entry);
    return entry;
  }

  /** Resolves once everything that was collected before is written, also what an earlier flush is still writing. */
  flush(): Promise<void> {
    const flushed = this.#lastFlush.then(() => this.#writeAll());
    this.#lastFlush = flushed.catch(() => {});
    return flushed;
  }

  /** What comes meanwhile is for the next flush: under load there is always something. */
  async #writeAll(): Promise<void> {
    const { maxPerWrite = Number.POSITIVE_INFINITY } = this.#options;
    for (let left = this.#entries.size; left > 0; left -= maxPerWrite)
      await this.#writeFirst(Math.min(left, maxPerWrite));
  }

  async #writeFirst(count: number): Promise<void> {
    const all = [...this.#entries];
    const batch = new Map(all.slice(0, count));
    this.#entries = new Map(all.slice(count));
    try {
      await this.#options.write([...batch.values()]);
    } catch (error) {
      if (this.#options.isKept?.(error) !== false) this.#keep(batch);
      throw error;
    }
  }

  #keep(unwritten: Map<Key, Entry>): void {
    for (const [key, entry] of this.#entries) {
      const older = unwritten.get(key);
      unwritten.set(key, older === undefined ? entry : this.#options.merge(older, entry));
    }
    this.#entries = unwritten;
  }
}
