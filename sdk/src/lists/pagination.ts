import type { PageInfo } from '../../../generated/sdk-types.ts';
import type { Reply } from '../transport/api-promise.ts';
import { checkWholeNumber } from '../transport/check-options.ts';

/** A page of a list. */
export interface Page<T> {
  /** The rows. */
  data: T[];
  /** How to get the next page. */
  page: PageInfo;
}

/**
 * `await` it for one page, iterate it with `for await` for every row of every page, or iterate `pages()` for whole
 * pages. Nothing is sent before that, and a page is requested only when the rows before it are used up. The first page
 * is requested once, however often the list is awaited. Call `list()` again for fresh data.
 */
export interface List<T, P extends Page<T> = Page<T>> extends Reply<P>, AsyncIterable<T> {
  /** For storing `page.next_cursor` after each page, to continue from there later with `list({ cursor })`. */
  pages(): AsyncIterable<P>;
  /** The first rows, at most `limit` of them, in memory. */
  toArray(options: ToArrayOptions): Promise<T[]>;
}

export interface ToArrayOptions {
  /** How many rows at most. Without a limit, iterate the list: it may be larger than the memory. */
  limit: number;
}

type ReadPage<P> = (cursor: string | undefined) => Reply<P>;

export class PagedList<T, P extends Page<T>> implements List<T, P> {
  readonly [Symbol.toStringTag] = 'List';
  readonly #readPage: ReadPage<P>;
  #firstPage: Reply<P> | undefined;

  constructor(readPage: ReadPage<P>) {
    this.#readPage = readPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  async *pages(): AsyncGenerator<P, void, undefined> {
    let read = await this.#first();
    yield read;
    // The cursor alone doesn't tell: the event feed has one at its end too.
    while (read.page.has_more && read.page.next_cursor !== null) {
      read = await this.#readPage(read.page.next_cursor);
      yield read;
    }
  }

  async toArray(options: ToArrayOptions): Promise<T[]> {
    const limit = checkWholeNumber('limit', options?.limit);
    const rows: T[] = [];
    for await (const { data } of this.pages()) {
      rows.push(...data.slice(0, limit - rows.length));
      if (rows.length >= limit) break;
    }
    return rows;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for
  then<A = P, B = never>(
    onPage?: ((page: P) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#first().then(onPage, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<P | B> {
    return this.#first().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<P> {
    return this.#first().finally(onEnd);
  }

  withResponse(): ReturnType<Reply<P>['withResponse']> {
    return this.#first().withResponse();
  }

  #first(): Reply<P> {
    this.#firstPage ??= this.#readPage(undefined);
    return this.#firstPage;
  }
}
