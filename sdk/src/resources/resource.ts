import type { paths } from '../../../generated/openapi.ts';
import type { ExportFormat } from '../../../generated/sdk-types.ts';
import type { Export, ExportInput } from '../lists/export.ts';
import { type List, type Page, PagedList } from '../lists/pagination.ts';
import { mapReply, type Reply } from '../transport/api-promise.ts';
import type { AnyOptions, RequestOptions } from '../transport/request-options.ts';
import type { Method, RequestInput, Transport } from '../transport/transport.ts';
import type { BatchAllResult, BatchItems, BatchResult } from './batch.ts';

type Path = keyof paths;

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

  /** @internal */
  protected request<T>(method: Method, path: Path, input: RequestInput, options?: AnyOptions): Reply<T> {
    return this.#transport.send(method, path, input, options);
  }

  /** @internal */
  protected listOf<Row, P extends Page<Row>>(
    path: Path,
    { query, ...input }: RequestInput,
    options?: RequestOptions,
  ): List<Row, P> {
    return new PagedList((cursor = (query as { cursor?: string } | undefined)?.cursor) =>
      this.#transport.send('get', path, { ...input, isList: true, query: { ...query, cursor } }, options),
    );
  }

  /** @internal */
  protected exportOf<Row, Format extends ExportFormat>(
    path: Path,
    input: ExportInput,
    options?: RequestOptions,
  ): Export<Row, Format> {
    return this.#transport.stream(path, input, options, (reply, call, failure) => {
      // The reading of rows is a file of its own, so that it doesn't weigh on programs without exports.
      const read = async () => {
        const [stream, { ExportReader }] = await Promise.all([reply, import('../lists/export-reader.ts')]);
        return new ExportReader<Row>(stream, input.query.format, call, failure);
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
    const sent = this.request<{ results: BatchResult<Row>[] }>('post', path, { body: { items } }, options);
    return mapReply(sent, ({ results }) => results);
  }

  /** @internal */
  protected async *batchesOf<Item extends object, Row>(
    path: Path,
    items: BatchItems<Item>,
    size: number,
    options?: RequestOptions,
  ): AsyncGenerator<BatchAllResult<Item, Row>, void, undefined> {
    // A file of its own, like the reading of exports.
    const { inBatches } = await import('./batch.ts');
    yield* inBatches(items, size, (batch) => this.batchOf<Row>(path, batch, options));
  }
}
