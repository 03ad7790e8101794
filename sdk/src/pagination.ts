import type { Answer } from './contract.ts';

export interface Page<T> {
  data: T[];
  page: Answer<'Page'>;
}

/**
 * A list that was asked for. `await` it for one page, or iterate it with `for await` for every row of every page.
 * Nothing is sent before that, and a page is asked for when the rows before it are used up. It is one reading: the
 * first page is asked for once, however often the list is awaited. Call `list()` again for a fresh one.
 */
export interface List<T> extends Promise<Page<T>>, AsyncIterable<T> {}

type ReadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

export class PagedList<T> implements List<T> {
  readonly [Symbol.toStringTag] = 'List';
  readonly #readPage: ReadPage<T>;
  #firstPage: Promise<Page<T>> | undefined;

  constructor(readPage: ReadPage<T>) {
    this.#readPage = readPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let { data, page } = await this.#first();
    yield* data;
    while (page.next_cursor !== null) {
      ({ data, page } = await this.#readPage(page.next_cursor));
      yield* data;
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#first().then(onPage, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.#first().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T>> {
    return this.#first().finally(onEnd);
  }

  #first(): Promise<Page<T>> {
    this.#firstPage ??= this.#readPage(undefined);
    return this.#firstPage;
  }
}
