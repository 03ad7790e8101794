import type { ExportQuery, Input, Output, Query } from '../contract.ts';
import { type List, PagedList } from '../pagination.ts';
import type { Reply } from '../reply.ts';
import type { CreateOptions, RequestOptions } from '../request-options.ts';
import type { Export, Transport } from '../transport.ts';

export type Order = Output<'Order'>;
export type OrderCreate = Input<'OrderCreate'>;
export type OrderQuery = Query<'listOrders'>;
export type OrderStatus = Output<'OrderStatus'>;
export type OrderQuote = Output<'OrderQuote'>;
export type OrderStatusSet = Input<'OrderStatusSet'>;
export type PaymentCreate = Input<'PaymentCreate'>;
export type DeliveryAttemptCreate = Input<'DeliveryAttemptCreate'>;

export class Orders {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query?: OrderQuery, options?: RequestOptions): List<Order> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send('get', '/orders', { query: { ...query, cursor } }, options),
    );
  }

  /** The whole list in one response, as CSV or NDJSON. */
  export(query: ExportQuery<OrderQuery>, options?: RequestOptions): Reply<Export> {
    return this.#transport.export('/exports/orders', { query }, options);
  }

  get(id: number, options?: RequestOptions): Reply<Order> {
    return this.#transport.send('get', '/orders/{order_id}', { path: { order_id: id } }, options);
  }

  /** Tradepost computes prices and totals, and reserves stock for all items or for none. */
  create(body: OrderCreate, options?: CreateOptions): Reply<Order> {
    return this.#transport.send('post', '/orders', { body }, options);
  }

  /** What `create` would return for the same body: prices, discounts and totals. Nothing is written or reserved. */
  quote(body: OrderCreate, options?: RequestOptions): Reply<OrderQuote> {
    return this.#transport.send('post', '/orders/quote', { body, readOnly: true }, options);
  }

  /**
   * Moves the order to one of its `allowed_transitions`, and updates its stock and coupon. Canceling an order that is
   * In_Transit takes a `reason`, and `restock` to say whether the goods come back.
   */
  setStatus(id: number, body: OrderStatusSet, options?: CreateOptions): Reply<Order> {
    return this.#transport.send(
      'post',
      '/orders/{order_id}/status',
      { path: { order_id: id }, body },
      options,
    );
  }

  /** Records a payment. The payments together can't exceed the total. */
  addPayment(id: number, body: PaymentCreate, options?: CreateOptions): Reply<Order> {
    return this.#transport.send(
      'post',
      '/orders/{order_id}/payments',
      { path: { order_id: id }, body },
      options,
    );
  }

  /** Records a delivery attempt: `delivered` makes the order Delivered, `failed` leaves it In_Transit. */
  addDeliveryAttempt(id: number, body: DeliveryAttemptCreate, options?: CreateOptions): Reply<Order> {
    return this.#transport.send(
      'post',
      '/orders/{order_id}/delivery-attempts',
      { path: { order_id: id }, body },
      options,
    );
  }
}
