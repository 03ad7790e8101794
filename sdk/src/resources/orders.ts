import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { type List, PagedList } from '../pagination.ts';
import { type CreateOptions, createHeaders, type RequestOptions } from '../request-options.ts';

export type Order = Answer<'Order'>;
export type OrderCreate = Input<'OrderCreate'>;
export type OrderQuery = Query<'listOrders'>;
export type OrderStatus = Answer<'OrderStatus'>;
export type OrderQuote = Answer<'OrderQuote'>;
export type OrderStatusSet = Input<'OrderStatusSet'>;
export type PaymentCreate = Input<'PaymentCreate'>;
export type DeliveryAttemptCreate = Input<'DeliveryAttemptCreate'>;

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

  /** What `create` would answer for the same body: prices, discounts and totals. Nothing is written or reserved. */
  quote(body: OrderCreate, options?: RequestOptions): Promise<OrderQuote> {
    return this.#http.send(options, (api, init) => api.POST('/orders/quote', { ...init, body }));
  }

  /**
   * Moves it to one of its `allowed_transitions`, and its goods and its coupon with it. To cancel an order that is
   * In_Transit takes a `reason`, and `restock` to say whether the goods come back.
   */
  setStatus(id: number, body: OrderStatusSet, options?: CreateOptions): Promise<Order> {
    return this.#http.send(options, (api, init) =>
      api.POST('/orders/{order_id}/status', {
        ...init,
        params: { path: { order_id: id }, header: createHeaders(options) },
        body,
      }),
    );
  }

  /** A payment that was made; all of them together are at most the total. */
  addPayment(id: number, body: PaymentCreate, options?: CreateOptions): Promise<Order> {
    return this.#http.send(options, (api, init) =>
      api.POST('/orders/{order_id}/payments', {
        ...init,
        params: { path: { order_id: id }, header: createHeaders(options) },
        body,
      }),
    );
  }

  /** What came of an attempt to deliver it: `delivered` makes it Delivered, `failed` leaves it In_Transit. */
  addDeliveryAttempt(id: number, body: DeliveryAttemptCreate, options?: CreateOptions): Promise<Order> {
    return this.#http.send(options, (api, init) =>
      api.POST('/orders/{order_id}/delivery-attempts', {
        ...init,
        params: { path: { order_id: id }, header: createHeaders(options) },
        body,
      }),
    );
  }
}
