import type { Output } from './contract.ts';
import type { Reply } from './reply.ts';

export interface Page<T> {
  data: T[];
  page: Output<'Page'>;
}

/**
 * A list that was asked for. `await` it for one page, or iterate it with `for await` for every row of every page, or its
 * `pages()` for the pages themselves. Nothing is sent before that, and a page is asked for when the rows before it are
 * used up. It is one reading: the first page is asked for once, however often the list is awaited. Call `list()` again
 * for a fresh one.
 */
export interface List<T, P extends Page<T> = Page<T>> extends Reply<P>, AsyncIterable<T> {
  /** To keep `page.next_cursor` once a page is done, and to go on from there with `list({ cursor })` later. */
  pages(): AsyncIterable<P>;
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
    // Not by the cursor alone: that of the event feed is there at the end too.
    while (read.page.has_more && read.page.next_cursor !== null) {
      read = await this.#readPage(read.page.next_cursor);
      yield read;
    }
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
