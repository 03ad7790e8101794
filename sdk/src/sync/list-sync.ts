import type { Checks } from '../transport/checks.ts';
import type { RequestOptions } from '../transport/request-options.ts';
import type { SyncChange, SyncList, SyncOptions, SyncReport, SyncRows } from './options.ts';

/** What `apply` gets at once. A page of a list has as many. */
const MOST_ROWS = 200;
/** What lists take for "everything". */
const BEGINNING = '1970-01-01T00:00:00.000Z';
/** Of the rows that changed last, which come again with the next pass. Beyond that they are brought again. */
const MOST_KNOWN = 1_000;

type Row = SyncRows[SyncList];

/** The client, as far as it is used. */
export interface SyncClient extends Record<SyncList, Readable> {
  me(options: RequestOptions): PromiseLike<{ readonly data_epoch: string }>;
}

interface Readable {
  list(query: object, options: RequestOptions): { pages(): AsyncIterable<{ readonly data: readonly Row[] }> };
  export(query: object, options: RequestOptions): AsyncIterable<object>;
}

/** Of the rest of the client. */
export interface SyncTools {
  readonly checks: Checks;
  /** How long to wait at least after an error; undefined if waiting doesn't help. */
  retryAfterMs(error: unknown): number | undefined;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

interface ListState {
  /** When the newest row of the copy changed. */
  since: string;
  /** The rows that changed then. */
  known: readonly string[];
  isLoaded: boolean;
}

/** What the store keeps, as JSON. */
export interface State {
  readonly sync: 1;
  readonly epoch: string;
  readonly load: number;
  readonly lists: Record<string, ListState>;
}

/** What the lists of a sync have in common. */
export interface Pass<List extends SyncList> {
  readonly client: SyncClient;
  readonly tools: SyncTools;
  readonly report: SyncReport<List>;
}

/** One pass over one list. */
export class ListSync<List extends SyncList> {
  readonly #list: List;
  readonly #state: State;
  readonly #options: SyncOptions<List>;
  readonly #pass: Pass<List>;
  readonly #at: ListState;

  constructor(list: List, state: State, options: SyncOptions<List>, pass: Pass<List>) {
    this.#list = list;
    this.#state = state;
    this.#options = options;
    this.#pass = pass;
    state.lists[list] ??= { since: BEGINNING, known: [], isLoaded: false };
    this.#at = state.lists[list];
  }

  async run(): Promise<void> {
    const chunks = this.#at.isLoaded ? this.#changes() : this.#load();
    for await (const rows of chunks) {
      if (rows.length > 0) await this.#take(rows);
      if (this.#options.signal?.aborted) return;
    }
    if (this.#at.isLoaded) return;
    await this.#apply([], true);
    this.#at.isLoaded = true;
    await this.#save();
  }

  async *#changes(): AsyncGenerator<Row[], void, undefined> {
    const query = { ...this.#query(), limit: MOST_ROWS };
    for await (const { data } of this.#readable().list(query, this.#request()).pages())
      yield this.#unknown(data);
  }

  /** By export, which is one request. One that breaks off goes on behind the rows that were taken, as long as there are some. */
  async *#load(): AsyncGenerator<Row[], void, undefined> {
    for (;;) {
      const { since } = this.#at;
      try {
        yield* this.#exported();
        return;
      } catch (error) {
        const isOver = this.#pass.tools.retryAfterMs(error) === undefined || this.#at.since === since;
        if (isOver) throw error;
      }
    }
  }

  async *#exported(): AsyncGenerator<Row[], void, undefined> {
    let rows: Row[] = [];
    const query = { ...this.#query(), format: 'ndjson' };
    for await (const row of this.#readable().export(query, this.#request())) {
      rows.push(row as Row);
      if (rows.length < MOST_ROWS) continue;
      yield this.#unknown(rows);
      rows = [];
    }
    yield this.#unknown(rows);
  }

  #readable(): Readable {
    return this.#pass.client[this.#list];
  }

  #request(): RequestOptions {
    return { signal: this.#options.signal };
  }

  /** Orders aren't deleted. */
  #query(): object {
    const deleted = this.#list === 'orders' ? {} : { include_deleted: true };
    return { sort: 'updated_at', updated_since: this.#at.since, ...deleted };
  }

  /** The rows of the time at which the copy ends come again. */
  #unknown(rows: readonly Row[]): Row[] {
    const { since, known } = this.#at;
    return rows.filter((row) => row.updated_at !== since || !known.includes(keyOf(row)));
  }

  async #take(rows: Row[]): Promise<void> {
    // Before `apply`, which may change the rows.
    const count = rows.length;
    const since = rows.at(-1)!.updated_at;
    const known = rows.filter(({ updated_at }) => updated_at === since).map(keyOf);
    await this.#apply(rows, false);
    const at = this.#at;
    at.known = [...(since === at.since ? at.known : []), ...known].slice(-MOST_KNOWN);
    at.since = since;
    await this.#save();
    const { report } = this.#pass;
    report[this.#list] += count;
    await this.#options.onProgress?.({ list: this.#list, rows: report[this.#list] });
  }

  #apply(rows: Row[], isLoaded: boolean): void | Promise<void> {
    const change = { list: this.#list, rows, load: this.#state.load, isLoaded };
    return this.#options.apply(change as unknown as SyncChange<List>);
  }

  #save(): void | Promise<void> {
    return this.#options.store.write(JSON.stringify(this.#state));
  }
}

/** Tells a row as it is now from the same row after a change of the same millisecond. Balances have no version. */
const keyOf = (row: Row): string => ('version' in row ? `${row.id}/${row.version}` : JSON.stringify(row));
