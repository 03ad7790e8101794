import type { paths } from '../../generated/openapi.ts';
import type { ExportQuery, Method } from './contract.ts';
import type { Problem } from './errors/problem.ts';
import { type List, type Page, PagedList } from './pagination.ts';
import { mapReply, type Reply } from './reply.ts';
import type {
  AnyOptions,
  ChangeOptions,
  CreateOptions,
  RequestOptions,
  UpsertOptions,
} from './request-options.ts';
import type { AnyPath, Export, Transport } from './transport.ts';

/** To create a row, or, with the `external_id` of an existing one, to change it. */
export type BatchItem<Create, Upsert> = Create | (Upsert & { external_id: string });

/** The result of one item of a batch. It has either `data` or `problem`. */
export interface BatchResult<Row> {
  /** Which item, from 0. */
  index: number;
  /** The status that the item would have had as a request of its own: 201 if created, 200 if changed. */
  status: number;
  data: Row | null;
  problem: Problem | null;
}

/** The operations that all resources share: list, export, get, create, update, upsert, delete and batch. */
export abstract class Resource<
  Row,
  Create,
  Update,
  Query extends { cursor?: string | undefined },
  Upsert = Update,
> {
  readonly #transport: Transport;
  readonly #path: string;

  /** @internal */
  constructor(transport: Transport, path: ResourcePath<Row, Create, Update, Query, Upsert>) {
    this.#transport = transport;
    this.#path = path;
  }

  list(query?: Query, options?: RequestOptions): List<Row> {
    return new PagedList((cursor = query?.cursor) =>
      this.#send('get', '', { query: { ...(query as Query), cursor } }, options),
    );
  }

  /** The whole list in one response, as CSV or NDJSON. */
  export(query: ExportQuery<Query>, options?: RequestOptions): Reply<Export> {
    return this.#transport.export(`/exports${this.#path}` as AnyPath, { query }, options);
  }

  get(id: number, options?: RequestOptions): Reply<Row> {
    return this.#send('get', '/{id}', { path: { id } }, options);
  }

  create(body: Create, options?: CreateOptions): Reply<Row> {
    return this.#send('post', '', { body }, options);
  }

  /** Changes the fields that you send and leaves the others as they are. */
  update(id: number, body: Update, options?: ChangeOptions): Reply<Row> {
    return this.#send('patch', '/{id}', { path: { id }, body }, options);
  }

  /** Changes the row that has your `external_id`, or creates it. To create, the body needs all that `create` needs. */
  upsert(externalId: string, body: Upsert, options?: UpsertOptions): Reply<Row> {
    return this.#send('put', '/external/{external_id}', { path: { external_id: externalId }, body }, options);
  }

  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.#send('delete', '/{id}', { path: { id } }, options);
  }

  /**
   * Creates or changes up to 100 rows. Each item succeeds or fails on its own: a failed item has a `problem` and throws
   * no error. The results are in the order of the items.
   */
  batch(items: BatchItem<Create, Upsert>[], options?: CreateOptions): Reply<BatchResult<Row>[]> {
    const sent = this.#send('post', '/batch', { body: { items } }, options);
    return mapReply(sent, ({ results }) => results);
  }

  #send<
    Path extends keyof SharedOperations<Row, Create, Update, Query, Upsert>,
    M extends Method & keyof SharedOperations<Row, Create, Update, Query, Upsert>[Path],
  >(
    method: M,
    path: Path,
    input: InputOf<SharedOperations<Row, Create, Update, Query, Upsert>[Path][M]>,
    options: AnyOptions | undefined,
  ): Reply<OutputOf<SharedOperations<Row, Create, Update, Query, Upsert>[Path][M]>> {
    return this.#transport.send(method, (this.#path + path) as AnyPath, input, options);
  }
}

interface Operation<In extends object, Out> {
  input: In;
  output: Out;
}
type InputOf<Each> = Each extends Operation<infer In, unknown> ? In : never;
type OutputOf<Each> = Each extends Operation<object, infer Out> ? Out : never;

/** What each operation takes and returns, by the path after the resource's own. */
interface SharedOperations<Row, Create, Update, Query, Upsert> {
  '': {
    get: Operation<{ query: Query }, Page<Row>>;
    post: Operation<{ body: Create }, Row>;
  };
  '/{id}': {
    get: Operation<{ path: { id: number } }, Row>;
    patch: Operation<{ path: { id: number }; body: Update }, Row>;
    delete: Operation<{ path: { id: number } }, void>;
  };
  '/external/{external_id}': {
    put: Operation<{ path: { external_id: string }; body: Upsert }, Row>;
  };
  '/batch': {
    post: Operation<{ body: { items: BatchItem<Create, Upsert>[] } }, BatchResponse<Row>>;
  };
}

// From here on: does the contract declare these operations with these types?

type JsonBody<T> = { requestBody: { content: { 'application/json': T } } };
type JsonResponse<Status extends number, T> = {
  responses: { [Each in Status]: { content: { 'application/json': T } } };
};

type CollectionItem<Row, Create, Query> = {
  get: { parameters: { query?: Query } } & JsonResponse<200, Page<Row>>;
  post: JsonBody<Create> & JsonResponse<201, Row>;
};
type RowItem<Row, Update> = {
  get: JsonResponse<200, Row>;
  patch: JsonBody<Update> & JsonResponse<200, Row>;
  delete: { responses: { 204: unknown } };
};
type ExternalIdItem<Row, Upsert> = { put: JsonBody<Upsert> & JsonResponse<200 | 201, Row> };
type ExportItem<Query> = { get: { parameters: { query: Query } } };
type BatchResponse<Row> = { results: BatchResult<Row>[] };
type BatchPathItem<Row, Item> = { post: JsonBody<{ items: Item[] }> & JsonResponse<200, BatchResponse<Row>> };

// With its keys, because a type with additional optional fields is assignable too.
type Exact<T> = [T, keyof T];

type PathItem<Path extends string> = paths[Extract<keyof paths, Path>];

/** A path of the contract that has the seven operations, at the path itself and below it, with exactly these types. */
type ResourcePath<Row, Create, Update, Query, Upsert> = {
  [Path in keyof paths]: [
    paths[Path],
    PathItem<`${Path}/{${string}}`>,
    PathItem<`${Path}/external/{external_id}`>,
    PathItem<`${Path}/batch`>,
    PathItem<`/exports${Path}`>,
  ] extends [
    CollectionItem<Row, infer C, infer Q>,
    RowItem<Row, infer U>,
    ExternalIdItem<Row, infer P>,
    BatchPathItem<Row, infer I>,
    ExportItem<infer E>,
  ]
    ? [
        Exact<Create>,
        Exact<Update>,
        Exact<Query>,
        Exact<Upsert>,
        Exact<BatchItem<Create, Upsert>>,
        keyof ExportQuery<Query>,
      ] extends [Exact<C>, Exact<U>, Exact<Q>, Exact<P>, Exact<I>, keyof E]
      ? Path
      : never
    : never;
}[keyof paths];
