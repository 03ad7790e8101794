import type { PageInfo } from '../../../generated/sdk-types.ts';
import type { Reply } from '../transport/api-promise.ts';
import { checkNames, checkType, checkWholeNumber, isObject } from '../transport/check-options.ts';
import type { ListOptions } from '../transport/request-options.ts';

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

/** What is wrong with the body of a 200, in words or as a problem, if it isn't what one can go on from. */
export type FaultOf = (body: unknown) => string | object | undefined;
type ReadPage<P> = (cursor: string | undefined, faultOf: FaultOf) => Reply<P>;

/**
 * Whether a cursor comes again, after any number of others. Of these it remembers one, a later one after 1, 2, 4, 8 … steps
 * (Brent's algorithm), so memory doesn't depend on the number of pages.
 */
function repetition(first: string | null | undefined): (cursor: string) => boolean {
  let remembered = first;
  let steps = 0;
  let power = 1;
  return (cursor) => {
    if (cursor === remembered) return true;
    steps += 1;
    if (steps === power) {
      remembered = cursor;
      power *= 2;
      steps = 0;
    }
    return false;
  };
}

/** Without rows, although there is more. Tradepost has none. */
const MOST_EMPTY_PAGES = 100;

/** A page behind which there is more has rows, and a cursor that wasn't there before: otherwise the list would never end. */
export const pageAfter = (cursor: string | null | undefined): FaultOf => {
  const isRepeated = repetition(cursor);
  let empty = 0;
  return (body) => {
    const { data, page } = body as Partial<Page<unknown>>;
    if (!Array.isArray(data) || !data.every(isObject) || !isObject(page))
      return "It isn't a list. Check baseUrl.";
    const { has_more, next_cursor } = page;
    empty = data.length > 0 ? 0 : empty + 1;
    return has_more &&
      (empty > MOST_EMPTY_PAGES || typeof next_cursor !== 'string' || isRepeated(next_cursor))
      ? 'More rows are to come, but without a new cursor or any row.'
      : undefined;
  };
};

export class PagedList<T, P extends Page<T>> implements List<T, P> {
  declare readonly [Symbol.toStringTag]: string; // nobody asks for it but the type of promises
  readonly #readPage: ReadPage<P>;
  readonly #cursor: string | undefined;
  readonly #onPage: ListOptions['onPage'];
  #firstPage: Reply<P> | undefined;

  constructor(readPage: ReadPage<P>, cursor: string | undefined, onPage: ListOptions['onPage']) {
    this.#readPage = readPage;
    this.#cursor = cursor;
    this.#onPage = onPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  async *pages(): AsyncGenerator<P, void, undefined> {
    checkType('onPage', this.#onPage, 'function');
    let read = await this.#first();
    const faultOf = pageAfter(read.page.next_cursor);
    for (let pages = 1, rows = 0; ; pages += 1) {
      rows += read.data.length;
      await this.#onPage?.({ pages, rows });
      yield read;
      // The cursor alone doesn't tell: the event feed has one at its end too.
      if (!read.page.has_more) return;
      read = await this.#readPage(read.page.next_cursor!, faultOf);
    }
  }

  async toArray(options: ToArrayOptions): Promise<T[]> {
    checkNames(options ?? {}, ['limit']);
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
    this.#firstPage ??= this.#readPage(this.#cursor, pageAfter(this.#cursor));
    return this.#firstPage;
  }
}
