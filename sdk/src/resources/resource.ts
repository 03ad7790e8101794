import type { paths } from '../../../generated/openapi.ts';
import type { ExportFormat } from '../../../generated/sdk-types.ts';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import type { Export } from '../lists/export.ts';
import { type FaultOf, type List, NOT_A_LIST, type Page, PagedList } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type { AnyOptions, RequestOptions } from '../transport/request-options.ts';
import type { Method, RequestInput, Transport } from '../transport/transport.ts';
import type { BatchAllResult, BatchItems, BatchResult } from './batch.ts';

type Path = keyof paths;
type Ids = RequestInput['ids'];
type Results = { results?: unknown } | null;

/** What the resources share. Their methods are generated from the contract. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @internal */
  protected sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#transport.sleep(ms, signal);
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
    return this.#transport.send('get', path, { query }, options);
  }

  /** @internal */
  protected listOf<Row, P extends Page<Row>>(
    path: Path,
    options?: RequestOptions,
    query?: { cursor?: string | undefined },
    ids?: Ids,
  ): List<Row, P> {
    return new PagedList(
      // The first page's is passed as it was given, because a copy of a Map has nothing left to refuse.
      (cursor, faultOf) =>
        this.pageOf<P>(path, options, cursor === query?.cursor ? query : { ...query, cursor }, faultOf, ids),
      query?.cursor,
    );
  }

  /** @internal */
  protected pageOf<P>(
    path: Path,
    options: RequestOptions | undefined,
    query: object | undefined,
    faultOf: FaultOf,
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
    return this.#transport.stream(path, { ids, query }, options, (reply, call, failure) => {
      // The reading of rows is a file of its own, so that it doesn't weigh on programs without exports.
      const read = async () => {
        const [stream, { ExportReader }] = await Promise.all([reply, import('../lists/export-reader.ts')]);
        return new ExportReader<Row>(stream, query.format, call, failure);
      };
      return Object.assign(reply, {
        async *[Symbol.asyncIterator]() {
          yield* (await read()).rows();
        },
        text: async () => (await read()).text(),
      }) as Export<Row, Format>;
    });
  }

  /** @internal */
  protected batchOf<Row>(path: Path, items: object[], options?: AnyOptions): Reply<BatchResult<Row>[]> {
    const body = { match_by: options?.matchBy, items };
    const faultOf: FaultOf = (answer) =>
      Array.isArray((answer as Results)?.results) ? undefined : NOT_A_LIST;
    return this.#transport.send('post', path, { body, pick: 'results', faultOf }, options);
  }

  /** @internal */
  protected async *batchesOf<Item extends object, Row>(
    path: Path,
    items: BatchItems<Item>,
    size: number,
    options?: AnyOptions,
  ): AsyncGenerator<BatchAllResult<Item, Row>, void, undefined> {
    // A text can be iterated too, letter by letter.
    if (Object(items) !== items) throw new ConfigurationError("items isn't a list.");
    // A file of its own, like the reading of exports.
    const { inBatches } = await import('./batch.ts');
    yield* inBatches(items, size, (batch) => this.batchOf<Row>(path, batch, options));
  }
}
