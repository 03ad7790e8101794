import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { type List, PagedList } from '../pagination.ts';
import {
  type ChangeOptions,
  type CreateOptions,
  changeHeaders,
  createHeaders,
  type RequestOptions,
} from '../request-options.ts';

export type Category = Answer<'Category'>;
export type CategoryCreate = Input<'CategoryCreate'>;
export type CategoryUpdate = Input<'CategoryUpdate'>;
export type CategoryQuery = Query<'listCategories'>;

export class Categories {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  list(query?: CategoryQuery, options?: RequestOptions): List<Category> {
    return new PagedList((cursor = query?.cursor) =>
      this.#http.send(options, (api, init) =>
        api.GET('/categories', { ...init, params: { query: { ...query, cursor } } }),
      ),
    );
  }

  get(id: number, options?: RequestOptions): Promise<Category> {
    return this.#http.send(options, (api, init) =>
      api.GET('/categories/{category_id}', { ...init, params: { path: { category_id: id } } }),
    );
  }

  create(body: CategoryCreate, options?: CreateOptions): Promise<Category> {
    return this.#http.send(options, (api, init) =>
      api.POST('/categories', { ...init, params: { header: createHeaders(options) }, body }),
    );
  }

  /** Changes the fields that you send and leaves the others. */
  update(id: number, body: CategoryUpdate, options?: ChangeOptions): Promise<Category> {
    return this.#http.send(options, (api, init) =>
      api.PATCH('/categories/{category_id}', {
        ...init,
        params: { path: { category_id: id }, header: changeHeaders(options) },
        body,
      }),
    );
  }

  async delete(id: number, options?: ChangeOptions): Promise<void> {
    await this.#http.send(options, (api, init) =>
      api.DELETE('/categories/{category_id}', {
        ...init,
        params: { path: { category_id: id }, header: changeHeaders(options) },
      }),
    );
  }
}
