import type { paths } from '../../generated/openapi.ts';
import type { Problem } from './errors/problem.ts';
import type { Http } from './http.ts';
import { type List, type Page, PagedList } from './pagination.ts';
import {
  type ChangeOptions,
  type CreateOptions,
  changeHeaders,
  createHeaders,
  type RequestOptions,
} from './request-options.ts';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** openapi-fetch for a path that is a variable: it cannot look that up in the contract, so ResourcePath has. */
type AnyPath = <T>(
  method: Method,
  path: string,
  init: object,
) => Promise<{ data?: T; error?: unknown; response: Response }>;

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
export abstract class Resource<Row, Create, Update, Query extends { cursor?: string }, Upsert = Update> {
  readonly #http: Http;
  readonly #path: string;

  /** @internal */
  constructor(http: Http, path: ResourcePath<Row, Create, Update, Query, Upsert>) {
    this.#http = http;
    this.#path = path;
  }

  list(query?: Query, options?: RequestOptions): List<Row> {
    return new PagedList((cursor = query?.cursor) =>
      this.#send('get', this.#path, { params: { query: { ...query, cursor } } }, options),
    );
  }

  get(id: number, options?: RequestOptions): Promise<Row> {
    return this.#send('get', `${this.#path}/{id}`, { params: { path: { id } } }, options);
  }

  create(body: Create, options?: CreateOptions): Promise<Row> {
    return this.#send('post', this.#path, { params: { header: createHeaders(options) }, body }, options);
  }

  /** Changes the fields that you send and leaves the others. */
  update(id: number, body: Update, options?: ChangeOptions): Promise<Row> {
    const params = { path: { id }, header: changeHeaders(options) };
    return this.#send('patch', `${this.#path}/{id}`, { params, body }, options);
  }

  /** Changes the one that has this id of yours, or creates it: the body needs all that `create` asks for then. */
  upsert(externalId: string, body: Upsert, options?: ChangeOptions): Promise<Row> {
    const params = { path: { external_id: externalId }, header: changeHeaders(options) };
    return this.#send('put', `${this.#path}/external/{external_id}`, { params, body }, options);
  }

  delete(id: number, options?: ChangeOptions): Promise<void> {
    const params = { path: { id }, header: changeHeaders(options) };
    return this.#send('delete', `${this.#path}/{id}`, { params }, options);
  }

  /**
   * Creates or changes up to 100, each by itself: an item that is refused has a `problem` among the results, which are
   * in the order of the items, and no error is thrown for it.
   */
  async batch(items: BatchItem<Create, Upsert>[], options?: CreateOptions): Promise<BatchResult<Row>[]> {
    const init = { params: { header: createHeaders(options) }, body: { items } };
    const answer = await this.#send<BatchAnswer<Row>>('post', `${this.#path}/batch`, init, options);
    return answer.results;
  }

  #send<T>(method: Method, path: string, init: object, options: RequestOptions | undefined): Promise<T> {
    return this.#http.send(options, (api, sending) =>
      (api.request as AnyPath)<T>(method, path, { ...init, ...sending }),
    );
  }
}

type Takes<T> = { requestBody: { content: { 'application/json': T } } };
type Answers<Status extends number, T> = {
  responses: { [Each in Status]: { content: { 'application/json': T } } };
};

type Rows<Row, Create, Query> = {
  get: { parameters: { query?: Query } } & Answers<200, Page<Row>>;
  post: Takes<Create> & Answers<201, Row>;
};
type OneRow<Row, Update> = {
  get: Answers<200, Row>;
  patch: Takes<Update> & Answers<200, Row>;
  delete: { responses: { 204: unknown } };
};
type ByExternalId<Row, Upsert> = { put: Takes<Upsert> & Answers<200 | 201, Row> };
type BatchAnswer<Row> = { results: BatchResult<Row>[] };
type Batch<Row, Item> = { post: Takes<{ items: Item[] }> & Answers<200, BatchAnswer<Row>> };

// With its keys, because a type that has further optional fields is assignable too.
type Sent<T> = [T, keyof T];

type At<Path extends string> = paths[Extract<keyof paths, Path>];

/** A path of the contract that has the seven operations with these types, by itself and with what goes behind it. */
type ResourcePath<Row, Create, Update, Query, Upsert> = {
  [Path in keyof paths]: [
    paths[Path],
    At<`${Path}/{${string}}`>,
    At<`${Path}/external/{external_id}`>,
    At<`${Path}/batch`>,
  ] extends [
    Rows<Row, infer C, infer Q>,
    OneRow<Row, infer U>,
    ByExternalId<Row, infer P>,
    Batch<Row, infer I>,
  ]
    ? [Sent<Create>, Sent<Update>, Sent<Query>, Sent<Upsert>, Sent<BatchItem<Create, Upsert>>] extends [
        Sent<C>,
        Sent<U>,
        Sent<Q>,
        Sent<P>,
        Sent<I>,
      ]
      ? Path
      : never
    : never;
}[keyof paths];
