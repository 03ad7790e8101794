import type { paths } from '../../../generated/openapi.ts';
import type { ExportFormat } from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import { type FaultOf, type List, type Page, PagedList } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import { checkItems, isObject } from '../transport/check-options.ts';
import {
  type AnyOptions,
  checkOptions,
  type ListOptions,
  type RequestOptions,
} from '../transport/request-options.ts';
import type { Method, RequestInput, Transport } from '../transport/transport.ts';
import type { BatchAllResult, BatchItems, BatchResult } from './batch.ts';

type Path = keyof paths;
type Ids = RequestInput['ids'];
type Results = { results?: unknown[] };
/** The body of a batch or an import. */
type WithItems = { readonly items: readonly object[] } & object;

/** What the resources share. Their methods are generated from the contract. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @internal */
  protected get sleep(): Transport['sleep'] {
    return this.#transport.sleep;
  }

  // By position: names that each call repeats made the client larger.
  /** @internal */
  protected request<T>(
    method: Method,
    path: Path,
    options: AnyOptions | undefined,
    ids: Ids,
    body?: unknown,
  ): Reply<T> {
    return this.#transport.send(method, path, { ids, body }, options);
  }

  /** @internal */
  protected reportOf<T>(path: Path, options: RequestOptions | undefined, query: object): Reply<T> {
    return this.pageOf(path, options, query);
  }

  /** @internal */
  protected listOf<Row, P extends Page<Row>>(
    path: Path,
    options?: ListOptions,
    query?: { cursor?: string | undefined },
    ids?: Ids,
  ): List<Row, P> {
    const { onPage }: ListOptions = Object(options);
    const request = onPage ? { ...options, onPage: undefined } : options;
    return new PagedList(
      // The first page's is passed as it was given, because a copy of a Map has nothing left to refuse.
      (cursor, faultOf) =>
        this.pageOf<P>(path, request, cursor === query?.cursor ? query : { ...query, cursor }, faultOf, ids),
      query?.cursor,
      onPage,
    );
  }

  /** @internal */
  protected pageOf<P>(
    path: Path,
    options: RequestOptions | undefined,
    query: object | undefined,
    faultOf?: FaultOf,
    ids?: Ids,
  ): Reply<P> {
    return this.#transport.send('get', path, { ids, faultOf, query }, options);
  }

  /** @internal */
  protected exportOf<Row, Format extends ExportFormat>(
    path: Path,
    options: RequestOptions | undefined,
    query: { format: Format },
    ids?: Ids,
  ): Export<Row, Format> {
    const input = { ids, query, stream: true };
    const reply = this.#transport.send<ReadableStream<Uint8Array>>('get', path, input, options);
    // The reading of rows is a file of its own, so that it doesn't weigh on programs without exports.
    const read = async () => {
      const stream = await reply;
      const { ExportReader } = await import('../lists/export-reader.ts');
      return new ExportReader<Row>(stream, query.format);
    };
    return Object.assign(reply, {
      async *[Symbol.asyncIterator]() {
        yield* (await read()).rows();
      },
      text: async () => (await read()).text(),
    }) as Export<Row, Format>;
  }

  /** @internal */
  protected batchOf<Row>(path: Path, items: object[], options?: AnyOptions): Reply<BatchResult<Row>[]> {
    const body = { match_by: options?.matchBy, items };
    return this.resultsOf(path, body, options);
  }

  /** @internal */
  protected resultsOf<Row>(path: Path, body: WithItems, options?: AnyOptions): Reply<Row[]> {
    const faultOf: FaultOf = (answer) => {
      const { results } = answer as Results;
      const isComplete = Array.isArray(results) && results.length === body.items.length;
      return isComplete && results.every(isObject) ? undefined : 'It has no result for each item.';
    };
    return this.#transport.send('post', path, { body, pick: 'results', faultOf }, options);
  }

  /** @internal */
  protected async *batchesOf<Item extends object, Row>(
    path: Path,
    items: BatchItems<Item>,
    size: number,
    options: AnyOptions = {},
  ): AsyncGenerator<BatchAllResult<Item, Row>, void, undefined> {
    checkItems(items);
    checkOptions(options, 'get', path); // not with a key: each batch has one of its own
    // A file of its own, like the reading of exports.
    const { inBatches } = await import('./batch.ts');
    yield* inBatches(items, size, (batch) => this.batchOf<Row>(path, batch, options));
  }
}
