// Generated from the contract by `npm run generate`. Do not edit.
import type {
  DeliveryAttemptCreate,
  ExportFormat,
  ListedOrder,
  Order,
  OrderCreate,
  OrderDeliveryAttempt,
  OrderDeliveryAttemptExportQuery,
  OrderDeliveryAttemptQuery,
  OrderExportQuery,
  OrderImport,
  OrderImportResult,
  OrderLine,
  OrderLineExportQuery,
  OrderPayment,
  OrderPaymentExportQuery,
  OrderPaymentQuery,
  OrderQuery,
  OrderQuote,
  OrderRefund,
  OrderRefundExportQuery,
  OrderRefundQuery,
  OrderReturn,
  OrderReturnExportQuery,
  OrderReturnQuery,
  OrderStatusSet,
  OrderUpdate,
  PaymentCreate,
  PaymentVoid,
  RefundCreate,
  ReturnCreate,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type {
  ActionOptions,
  ChangeOptions,
  CreateOptions,
  ListOptions,
  RequestOptions,
} from '../transport/request-options.ts';
import { OrderImports } from './order-imports.ts';

/** Orders, their payments, refunds, returns and deliveries. */
export class Orders extends OrderImports {
  /** Returns orders with their lines, in the order of `sort`, one page at a time. */
  list(query?: OrderQuery, options?: ListOptions): List<ListedOrder> {
    return this.listOf('/orders', options, query);
  }

  /** Exports the orders that `list` lists, with their lines. */
  export<Format extends ExportFormat>(
    query: OrderExportQuery<Format>,
    options?: RequestOptions,
  ): Export<ListedOrder, Format> {
    return this.exportOf('/exports/orders', options, query);
  }

  /**
   * Exports the lines of the orders that `list` lists with the same filters, a row for each, in the order of
   * `sort` and as they are numbered in their order. Every line of such an order is there: `product_id`
   * selects orders. `sku` and `name` are those that the order has; the other names and external ids are
   * those of today.
   */
  exportLines<Format extends ExportFormat>(
    query: OrderLineExportQuery<Format>,
    options?: RequestOptions,
  ): Export<OrderLine, Format> {
    return this.exportOf('/exports/order-lines', options, query);
  }

  /** Returns one order with its lines. */
  get(id: number, options?: RequestOptions): Reply<Order> {
    return this.request('get', '/orders/{order_id}', options, [id]);
  }

  /**
   * Computes prices, discounts and totals, reserves stock for all lines or none, redeems the coupon, and
   * creates the order as `Pending`. Emits `order.created`. An order with a total of 0 is paid on creation:
   * `paid_at` is set, and `order.payment_confirmed` follows `order.created`.
   *
   * A line's price comes from the order's price table, or else the customer's, a default one, or the
   * product. Within a table, the entry with the highest `min_quantity` that the product's quantity reaches
   * applies; quantities are added up over all lines. `price_source` says where the price came from. The
   * guide
   * [How a total is computed](/docs/guides/totals) has every rule.
   *
   * A coupon that takes nothing off doesn't refuse the order: it's listed in `discounts` with the amount 0,
   * and it isn't redeemed.
   *
   * A line that carries `unit_price` is recorded at that agreed price, for orders that were priced
   * elsewhere:
   * in a marketplace, by a salesperson, or before they are imported. No price table, promotion or coupon
   * touches it. The scope `orders.write` is enough to agree on a price. `agreed_discount` is what was agreed
   * to take
   * off the whole order, and `charges` are the taxes and fees that the invoice adds to it: both are recorded
   * as they are.
   *
   * A line names its product by `product_id`, `sku` or `external_id`, and the order its customer by
   * `customer_id`,
   * `customer_external_id` or `customer_tax_id`. A body that sends totals is refused, except
   * `expected_total`:
   * if the computed total differs from it, the response is 409 `total_mismatch` and nothing is written.
   * `payment_terms` must add up to the total in the same way. An amount above 9 999 999 999.99 is refused
   * with 422
   * `amount_out_of_range`, and `errors` points at it.
   *
   * The body may have 500 kB, and 25 000 objects, arrays and members: 990 lines and 1 000 charges with
   * descriptions of 200 characters.
   */
  create(body: OrderCreate, options?: CreateOptions): Reply<Order> {
    return this.request('post', '/orders', options, [], body);
  }

  /**
   * Changes the fields you send. What can change depends on the order's status:
   *
   * | fields | can change while the order is |
   * |---|---|
   * | `metadata`, `fiscal_document` | in any status |
   * | all others, `shipping` without `amount` among them | Pending, In_Transit or Delivered |
   * | `charges` | Pending or In_Transit |
   * | `items`, `coupon_code`, `price_table_id`, the customer, `agreed_discount`, `shipping.amount` | Pending |
   *
   * If one of the fields can't change, nothing is written: the response is 409 `order_not_editable`, and
   * `errors`
   * points at each such field, of `shipping` at each member. A field that already has the value you send
   * isn't a
   * change, in any status: the customer, the price table and products by any of their ids, even if they were
   * deactivated or
   * deleted since. An id of yours that one of them has, or had when it was deleted, means that one, even if
   * another row has it now. Only an
   * id that its own customer or price table no longer has means another, and moves the order there:
   * `changes` has the field then. Correct
   * a tax id or an external id in the service before the orders that have it are sent again, or send
   * `If-Match`.
   *
   * New `items`, another `coupon_code` in whatever letter case, `price_table_id` or customer has the whole
   * order computed anew, as if it
   * were placed now: with the prices, promotions and stock of now, for all lines, whether they changed or
   * not.
   * Lines with agreed prices keep them. Reservations move to the new lines, coupon and promotions that the
   * order no
   * longer uses are given back, and new ones are taken: all of it or nothing. What would refuse a new order
   * refuses
   * the change, with the same problem; `errors` points into `items` even if you didn't send them. What the
   * order has already doesn't:
   * its customer and its price table stay, inactive or deleted as they may be, and the table's prices are
   * the order's; of a product that is inactive or
   * deleted it keeps what it has or less, and gets no more (422 `invalid_reference`). `available` includes
   * what the order has reserved itself. A smaller quantity is accepted even if less than that is in stock.
   *
   * An order that has a promotion for first orders keeps it as long as its customer stays the same. Any
   * other is the
   * customer's first if none that isn't Canceled was created before it, and no other has the promotion.
   *
   * `items` is the whole list of lines. Lines with the same products, quantities, agreed prices and
   * discounts in the same
   * sequence aren't a change, so they aren't computed anew either. An item means the line that it names,
   * each line once: by our id, by the
   * `sku` that the order shows, or by what the product is called now, or was when it was deleted. The line
   * keeps its product, and the `sku` and `name` it was sold
   * with, even if another product has its names since. If all lines are named in their sequence, that
   * decides. An item that names no line is a new
   * line, and is looked up among the products. `shipping` keeps the members you leave out;
   * its `amount` changes the total and no prices. So do `charges`, which is the whole list, and
   * `agreed_discount`, which is
   * shared over the lines anew. Charges name lines by their index: if other `items` are sent for an order
   * with such
   * charges, `charges` has to be sent too (400 `required`). `expected_total` protects as it does when the
   * order is created.
   * `payment_terms` must add up to the new total: send new ones with it, or an empty list.
   *
   * If the total falls to what was paid, the order is paid: `paid_at` is set, and `order.payment_confirmed`
   * is
   * emitted unless the order was paid before. If it rises above what was paid, `paid_at` becomes null.
   *
   * `changes` records who changed what and when. There is no event for it; `updated_since` shows the order.
   * The body may have 500 kB, and 25 000
   * objects, arrays and members.
   */
  update(id: number, body: OrderUpdate, options?: ChangeOptions): Reply<Order> {
    return this.request('patch', '/orders/{order_id}', options, [id], body);
  }

  /**
   * Records orders as they were: with the prices that were charged, the times of then, their status and how
   * they came to it, payments,
   * refunds, returns and delivery attempts. A fact isn't decided again, so nothing is computed but sums, and
   * no price table,
   * promotion, usage limit, stock or coupon refuses it. References may lead to what is inactive or deleted
   * by now. What an order says
   * must agree with itself. The guide
   * [Importing history](/docs/guides/importing-history) has every rule.
   *
   * Each row succeeds or fails on its own. Results come in the order of the rows: `status` is 201 if the
   * order was recorded, 200 if it's
   * there already and equal, which writes nothing, and otherwise the status of `problem`. An order with the
   * row's `external_id` that differs
   * is refused with 409 `order_differs`, and `errors` points at each place. So the same import can be sent
   * any number of times. What a row
   * leaves out or empty isn't compared, except for amounts, nor is what was recorded since. Of rows with one
   * `external_id` the first is recorded, and the others are compared with it.
   * An import counts as one request against the rate limit.
   *
   * | stock | |
   * |---|---|
   * | `skip`, the default | moves nothing, now and when the order changes: it's as if no product tracked its stock |
   * | `force` | moves the stock of products that track it and aren't deleted: a Pending order reserves, even more than is available, as a backorder does; a shipped one takes from `on_hand`, which stops at 0; `restock` brings back |
   *
   * What `force` lacks to ship is a movement of its own, of type `adjustment` with the reason `shortage`,
   * and is listed in `shortages`.
   *
   * | events | |
   * |---|---|
   * | `feed`, the default | the events are in `GET /events`, and no webhook is sent, not by a recovery either |
   * | `emit` | webhooks are sent, too |
   *
   * An order's events come in the sequence in which things happened, with the status of then in `data`, and
   * `paid_at`, `delivered_at` and `failed_at`; other times are in `order`, which is as it was imported, and
   * `occurred_at` is now. They are
   * `order.created`, `order.payment_confirmed` if it was paid, `order.status_changed`, `delivery.failed` and
   * `delivery.completed`.
   */
  import(body: OrderImport, options?: CreateOptions): Reply<OrderImportResult> {
    return this.request('post', '/orders/import', options, [], body);
  }

  /**
   * Takes the body of a new order and returns its prices, discounts and totals. Nothing is written, reserved
   * or redeemed. If creating the order would be refused, the quote is refused with the same problem, except
   * for missing stock, which `in_stock` reports. The body may have 500 kB, and 25 000 objects, arrays and
   * members.
   */
  quote(body: OrderCreate, options?: RequestOptions): Reply<OrderQuote> {
    return this.request('post', '/orders/quote', options, [], body);
  }

  /**
   * | from | to | effect |
   * |---|---|---|
   * | Pending | In_Transit | the reserved stock leaves `on_hand` |
   * | Pending | Canceled | the reservation is released; the coupon and promotions no longer count as used |
   * | In_Transit | Delivered | also emits `delivery.completed` |
   * | In_Transit | Canceled | requires `reason` and `restock`; if `restock` is true, the goods that weren't returned before return to `on_hand` |
   *
   * Each change emits `order.status_changed`. If the order already has this status, the response is 200 and
   * nothing happens. Any other change is refused with 409 `invalid_status_transition`; `allowed` lists the
   * statuses the order can move to.
   */
  setStatus(id: number, body: OrderStatusSet, options?: ActionOptions): Reply<Order> {
    return this.request('post', '/orders/{order_id}/status', options, [id], body);
  }

  /**
   * Adds a confirmed payment to the order. When the payments reach the order's total,
   * `order.payment_confirmed` is emitted, once. A payment that would exceed the total is refused with 409
   * `payment_exceeds_total`, any payment of a canceled order with 409 `payment_not_allowed`: it may be one
   * that is recorded already. If the money has come all the same, `allow_overpayment` records it, in any
   * status; what is too much is then in `refund_due`. Refunds make no room for payments, except those of
   * money beyond the total: see `surplus_refunded_total`. A `reference` that another payment of this order
   * already has is refused with 409 `already_exists`: send one, and no payment is recorded twice. Voided
   * payments don't count, neither in the total nor with their reference. An order has at most 100 payments,
   * the voided ones included; the next is refused with 409 `limit_reached`.
   */
  addPayment(id: number, body: PaymentCreate, options?: ActionOptions): Reply<Order> {
    return this.request('post', '/orders/{order_id}/payments', options, [id], body);
  }

  /**
   * For a payment that was recorded by mistake: the money never came, or the amount is wrong. Money that
   * came and goes back is a refund. The payment stays in `payments` with `voided_at` and `void_reason`,
   * and no longer counts in `paid_total`. Its `reference` can be used again, so the correct payment can
   * be recorded.
   *
   * If the order isn't paid without it, `paid_at` becomes null, until payments reach the total again.
   * That doesn't emit `order.payment_confirmed` a second time.
   *
   * An order of any status can have payments voided. If the payment is voided already, the response is
   * 200 and nothing happens: the first reason stays. If refunds would exceed what is left, of the order
   * or of this payment, it's refused with 409 `payment_refunded`.
   */
  voidPayment(id: number, paymentId: number, body: PaymentVoid, options?: ActionOptions): Reply<Order> {
    return this.request(
      'post',
      '/orders/{order_id}/payments/{payment_id}/void',
      options,
      [id, paymentId],
      body,
    );
  }

  /**
   * Records money that went back to the customer. An order of any status can have refunds, as long as
   * they don't exceed what was paid: a refund is at most `paid_total` minus `refunded_total`. With
   * `payment_id` it's also at most what this payment has left. Anything above is refused with 409
   * `refund_exceeds_paid`, a voided payment with 409 `payment_voided`.
   *
   * A `reference` that another refund of this order already has is refused with 409 `already_exists`:
   * send one, and no refund is recorded twice. An order has at most 100 refunds; the next is refused
   * with 409 `limit_reached`.
   *
   * The service records refunds and doesn't move money. There is no event for it: `updated_since` shows
   * the order, and later events have it in `order`.
   */
  refund(id: number, body: RefundCreate, options?: ActionOptions): Reply<Order> {
    return this.request('post', '/orders/{order_id}/refunds', options, [id], body);
  }

  /**
   * Records goods that came back from an order that is In_Transit or Delivered. Each item names a line
   * by its number, from 1, because a product may stand on two lines. A line's `returned_quantity` never
   * exceeds its quantity: anything above is refused with 409 `return_exceeds_sold`, and nothing is
   * written. An order of another status is refused with 409 `return_not_allowed`; a Canceled one has
   * brought its goods back with its cancellation, or lost them.
   *
   * With `restock`, the goods return to `on_hand`, with a movement of type `return` for each product.
   * Products whose stock wasn't tracked when the order was placed have none. A product that was deleted
   * since gets its stock back as well.
   *
   * `refund` records a refund at the same time, both or neither. Without it a return changes neither
   * `refund_due` nor `payment_status`: what the goods are worth is up to you.
   *
   * An order that is canceled later with `restock` brings back only what wasn't returned before. An
   * order has at most 100 returns, with 1 000 items together; what exceeds that is refused with 409
   * `limit_reached`. There is no event for it: `updated_since` shows the order, and later events have it
   * in `order`.
   */
  return(id: number, body: ReturnCreate, options?: ActionOptions): Reply<Order> {
    return this.request('post', '/orders/{order_id}/returns', options, [id], body);
  }

  /**
   * Adds an attempt to deliver an order that is In_Transit. `delivered` moves the order to Delivered and
   * emits `delivery.completed` and `order.status_changed`. `failed` requires a reason and emits
   * `delivery.failed`; the order stays In_Transit. An order has at most 100 attempts, and one that is
   * delivered; the next that failed is refused with 409 `limit_reached`.
   */
  addDeliveryAttempt(id: number, body: DeliveryAttemptCreate, options?: ActionOptions): Reply<Order> {
    return this.request('post', '/orders/{order_id}/delivery-attempts', options, [id], body);
  }

  /** Returns one payment of an order. The `ETag` is the order's. */
  getPayment(id: number, paymentId: number, options?: RequestOptions): Reply<OrderPayment> {
    return this.request('get', '/orders/{order_id}/payments/{payment_id}', options, [id, paymentId]);
  }

  /** Returns one refund of an order. The `ETag` is the order's. */
  getRefund(id: number, refundId: number, options?: RequestOptions): Reply<OrderRefund> {
    return this.request('get', '/orders/{order_id}/refunds/{refund_id}', options, [id, refundId]);
  }

  /** Returns one return of an order. The `ETag` is the order's. */
  getReturn(id: number, returnId: number, options?: RequestOptions): Reply<OrderReturn> {
    return this.request('get', '/orders/{order_id}/returns/{return_id}', options, [id, returnId]);
  }

  /** Returns one delivery attempt of an order. The `ETag` is the order's. */
  getDeliveryAttempt(
    id: number,
    deliveryAttemptId: number,
    options?: RequestOptions,
  ): Reply<OrderDeliveryAttempt> {
    return this.request('get', '/orders/{order_id}/delivery-attempts/{delivery_attempt_id}', options, [
      id,
      deliveryAttemptId,
    ]);
  }

  /**
   * Returns the payments of all orders, the voided ones included, one page at a time. Use `paid_since` and
   * `paid_before` to compare them with a bank statement.
   */
  payments(query?: OrderPaymentQuery, options?: ListOptions): List<OrderPayment> {
    return this.listOf('/payments', options, query);
  }

  /** Exports the payments that `payments` lists. */
  exportPayments<Format extends ExportFormat>(
    query: OrderPaymentExportQuery<Format>,
    options?: RequestOptions,
  ): Export<OrderPayment, Format> {
    return this.exportOf('/exports/payments', options, query);
  }

  /** Returns the refunds of all orders, one page at a time. */
  refunds(query?: OrderRefundQuery, options?: ListOptions): List<OrderRefund> {
    return this.listOf('/refunds', options, query);
  }

  /** Exports the refunds that `refunds` lists. */
  exportRefunds<Format extends ExportFormat>(
    query: OrderRefundExportQuery<Format>,
    options?: RequestOptions,
  ): Export<OrderRefund, Format> {
    return this.exportOf('/exports/refunds', options, query);
  }

  /** Returns the returns of all orders with their items, one page at a time. */
  returns(query?: OrderReturnQuery, options?: ListOptions): List<OrderReturn> {
    return this.listOf('/returns', options, query);
  }

  /** Exports the returns that `returns` lists. */
  exportReturns<Format extends ExportFormat>(
    query: OrderReturnExportQuery<Format>,
    options?: RequestOptions,
  ): Export<OrderReturn, Format> {
    return this.exportOf('/exports/returns', options, query);
  }

  /** Returns the delivery attempts of all orders, one page at a time. */
  deliveryAttempts(query?: OrderDeliveryAttemptQuery, options?: ListOptions): List<OrderDeliveryAttempt> {
    return this.listOf('/delivery-attempts', options, query);
  }

  /** Exports the delivery attempts that `deliveryAttempts` lists. */
  exportDeliveryAttempts<Format extends ExportFormat>(
    query: OrderDeliveryAttemptExportQuery<Format>,
    options?: RequestOptions,
  ): Export<OrderDeliveryAttempt, Format> {
    return this.exportOf('/exports/delivery-attempts', options, query);
  }
}
