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

export type Product = Answer<'Product'>;
export type ProductCreate = Input<'ProductCreate'>;
export type ProductUpdate = Input<'ProductUpdate'>;
export type StockAdjustment = Answer<'StockAdjustment'>;
export type StockAdjustmentCreate = Input<'StockAdjustmentCreate'>;
export type ProductQuery = Query<'listProducts'>;

export class Products {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  list(query?: ProductQuery, options?: RequestOptions): List<Product> {
    return new PagedList((cursor = query?.cursor) =>
      this.#http.send(options, (api, init) =>
        api.GET('/products', { ...init, params: { query: { ...query, cursor } } }),
      ),
    );
  }

  get(id: number, options?: RequestOptions): Promise<Product> {
    return this.#http.send(options, (api, init) =>
      api.GET('/products/{product_id}', { ...init, params: { path: { product_id: id } } }),
    );
  }

  create(body: ProductCreate, options?: CreateOptions): Promise<Product> {
    return this.#http.send(options, (api, init) =>
      api.POST('/products', { ...init, params: { header: createHeaders(options) }, body }),
    );
  }

  /** Changes the fields that you send and leaves the others. */
  update(id: number, body: ProductUpdate, options?: ChangeOptions): Promise<Product> {
    return this.#http.send(options, (api, init) =>
      api.PATCH('/products/{product_id}', {
        ...init,
        params: { path: { product_id: id }, header: changeHeaders(options) },
        body,
      }),
    );
  }

  async delete(id: number, options?: ChangeOptions): Promise<void> {
    await this.#http.send(options, (api, init) =>
      api.DELETE('/products/{product_id}', {
        ...init,
        params: { path: { product_id: id }, header: changeHeaders(options) },
      }),
    );
  }

  /** The only way to change what is on hand: `set` to what was counted, or a `delta` for what came in or went out. */
  adjustStock(id: number, body: StockAdjustmentCreate, options?: CreateOptions): Promise<StockAdjustment> {
    return this.#http.send(options, (api, init) =>
      api.POST('/products/{product_id}/stock-adjustments', {
        ...init,
        params: { path: { product_id: id }, header: createHeaders(options) },
        body,
      }),
    );
  }
}
