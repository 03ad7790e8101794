import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { type List, PagedList } from '../pagination.ts';
import { type CreateOptions, createHeaders, type RequestOptions } from '../request-options.ts';

export type Order = Answer<'Order'>;
export type OrderCreate = Input<'OrderCreate'>;
export type OrderQuery = Query<'listOrders'>;
export type OrderStatus = Answer<'OrderStatus'>;

export class Orders {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  list(query?: OrderQuery, options?: RequestOptions): List<Order> {
    return new PagedList((cursor = query?.cursor) =>
      this.#http.send(options, (api, init) =>
        api.GET('/orders', { ...init, params: { query: { ...query, cursor } } }),
      ),
    );
  }

  get(id: number, options?: RequestOptions): Promise<Order> {
    return this.#http.send(options, (api, init) =>
      api.GET('/orders/{order_id}', { ...init, params: { path: { order_id: id } } }),
    );
  }

  /** Tradepost computes prices and totals, and reserves the stock of all lines or of none. */
  create(body: OrderCreate, options?: CreateOptions): Promise<Order> {
    return this.#http.send(options, (api, init) =>
      api.POST('/orders', { ...init, params: { header: createHeaders(options) }, body }),
    );
  }
}
