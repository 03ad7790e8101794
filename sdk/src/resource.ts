import type { paths } from '../../generated/openapi.ts';
import type { Problem } from './errors/problem.ts';
import type { AnyOperationInput, Method } from './operation.ts';
import { type List, type Page, PagedList } from './pagination.ts';
import { mapReply, type Reply } from './reply.ts';
import type {
  AnyOptions,
  ChangeOptions,
  CreateOptions,
  RequestOptions,
  UpsertOptions,
} from './request-options.ts';
import type { AnyPath, Transport } from './transport.ts';

/** To be created; or to be changed, by your own id, when there is one that has it. */
export type BatchItem<Create, Upsert> = Create | (Upsert & { external_id: string });

/** What came of an item of a batch. It has either `data` or `problem`. */
export interface BatchResult<Row> {
  /** Which item, from 0. */
  index: number;
  /** The status that the item would have got by itself: 201 for what was created, 200 for what was changed. */
  status: number;
  data: Row | null;
  problem: Problem | null;
}

/** What is listed, read, created, changed and deleted in the same way, whatever it is. */
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
      this.#send('get', '', { query: { ...query, cursor } }, options),
    );
  }

  get(id: number, options?: RequestOptions): Reply<Row> {
    return this.#send('get', '/{id}', { path: { id } }, options);
  }

  create(body: Create, options?: CreateOptions): Reply<Row> {
    return this.#send('post', '', { body }, options);
  }

  /** Changes the fields that you send and leaves the others. */
  update(id: number, body: Update, options?: ChangeOptions): Reply<Row> {
    return this.#send('patch', '/{id}', { path: { id }, body }, options);
  }

  /** Changes the one that has this id of yours, or creates it: the body needs all that `create` asks for then. */
  upsert(externalId: string, body: Upsert, options?: UpsertOptions): Reply<Row> {
    return this.#send('put', '/external/{external_id}', { path: { external_id: externalId }, body }, options);
  }

  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.#send('delete', '/{id}', { path: { id } }, options);
  }

  /**
   * Creates or changes up to 100, each by itself: an item that is refused has a `problem` among the results, which are
   * in the order of the items, and no error is thrown for it.
   */
  batch(items: BatchItem<Create, Upsert>[], options?: CreateOptions): Reply<BatchResult<Row>[]> {
    const sent = this.#send<BatchResponse<Row>>('post', '/batch', { body: { items } }, options);
    return mapReply(sent, ({ results }) => results);
  }

  #send<T>(method: Method, path: string, sent: AnyOperationInput, options: AnyOptions | undefined): Reply<T> {
    return this.#transport.send(method, (this.#path + path) as AnyPath, sent, options);
  }
}

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
type BatchResponse<Row> = { results: BatchResult<Row>[] };
type BatchPathItem<Row, Item> = { post: JsonBody<{ items: Item[] }> & JsonResponse<200, BatchResponse<Row>> };

// With its keys, because a type that has further optional fields is assignable too.
type Exact<T> = [T, keyof T];

type PathItem<Path extends string> = paths[Extract<keyof paths, Path>];

/** A path of the contract that has the seven operations with these types, by itself and with what goes behind it. */
type ResourcePath<Row, Create, Update, Query, Upsert> = {
  [Path in keyof paths]: [
    paths[Path],
    PathItem<`${Path}/{${string}}`>,
    PathItem<`${Path}/external/{external_id}`>,
    PathItem<`${Path}/batch`>,
  ] extends [
    CollectionItem<Row, infer C, infer Q>,
    RowItem<Row, infer U>,
    ExternalIdItem<Row, infer P>,
    BatchPathItem<Row, infer I>,
  ]
    ? [Exact<Create>, Exact<Update>, Exact<Query>, Exact<Upsert>, Exact<BatchItem<Create, Upsert>>] extends [
        Exact<C>,
        Exact<U>,
        Exact<Q>,
        Exact<P>,
        Exact<I>,
      ]
      ? Path
      : never
    : never;
}[keyof paths];
