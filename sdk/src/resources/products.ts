import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { type CreateOptions, createHeaders } from '../request-options.ts';
import { Resource } from '../resource.ts';

export type Product = Answer<'Product'>;
export type ProductCreate = Input<'ProductCreate'>;
export type ProductUpdate = Input<'ProductUpdate'>;
export type StockAdjustment = Answer<'StockAdjustment'>;
export type StockAdjustmentCreate = Input<'StockAdjustmentCreate'>;
export type ProductQuery = Query<'listProducts'>;

export class Products extends Resource<Product, ProductCreate, ProductUpdate, ProductQuery> {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    super(http, '/products');
    this.#http = http;
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
