// Checked by tsc; at run time these tests only have to load.
import type {
  ApiError,
  BatchItem,
  BatchResult,
  ChangeOptions,
  Coupon,
  CouponCreate,
  CouponQuery,
  CouponRedemption,
  CouponUpdate,
  CouponValidation,
  CreateOptions,
  Customer,
  EventPage,
  EventQuery,
  List,
  Order,
  OrderQuote,
  OrderStatus,
  Page,
  PriceTableEntriesSet,
  PriceTableEntry,
  PriceTables,
  PriceTableUpsert,
  ProblemCode,
  Product,
  ProductCreate,
  PromotionCreate,
  Reply,
  RequestOptions,
  Tradepost,
  UpsertOptions,
} from '@tradepost/sdk';
import type { VerifyOptions, WebhookEvent, WebhookEventType } from '@tradepost/sdk/webhooks';
import { describe, expectTypeOf, it } from 'vitest';

declare const tp: Tradepost;

describe('the public types', () => {
  it('lists are pages when awaited and rows when iterated', () => {
    expectTypeOf<Tradepost['products']['list']>().returns.toEqualTypeOf<List<Product>>();
    expectTypeOf<Awaited<List<Product>>>().toEqualTypeOf<Page<Product>>();
    expectTypeOf<List<Order>>().toExtend<AsyncIterable<Order>>();
    expectTypeOf<List<Order>['pages']>().returns.toEqualTypeOf<AsyncIterable<Page<Order>>>();
  });

  it('a page of events has a cursor always, that of another list may be the last', () => {
    type Feed = Tradepost['events'];
    expectTypeOf<Feed['list']>().toEqualTypeOf<
      (query?: EventQuery, options?: RequestOptions) => List<WebhookEvent, EventPage>
    >();
    expectTypeOf<EventPage['page']['next_cursor']>().toEqualTypeOf<string>();
    expectTypeOf<Page<Order>['page']['next_cursor']>().toEqualTypeOf<string | null>();
  });

  it('the methods that all resources share have the types of each', () => {
    type Coupons = Tradepost['coupons'];
    expectTypeOf<Coupons['list']>().toEqualTypeOf<
      (query?: CouponQuery, options?: RequestOptions) => List<Coupon>
    >();
    expectTypeOf<Coupons['get']>().toEqualTypeOf<(id: number, options?: RequestOptions) => Reply<Coupon>>();
    expectTypeOf<Coupons['create']>().toEqualTypeOf<
      (body: CouponCreate, options?: CreateOptions) => Reply<Coupon>
    >();
    expectTypeOf<Coupons['update']>().toEqualTypeOf<
      (id: number, body: CouponUpdate, options?: ChangeOptions) => Reply<Coupon>
    >();
    expectTypeOf<Coupons['delete']>().toEqualTypeOf<(id: number, options?: ChangeOptions) => Reply<void>>();
    expectTypeOf<Coupons['upsert']>().toEqualTypeOf<
      (externalId: string, body: CouponUpdate, options?: UpsertOptions) => Reply<Coupon>
    >();
    expectTypeOf<Coupons['batch']>().toEqualTypeOf<
      (
        items: BatchItem<CouponCreate, CouponUpdate>[],
        options?: CreateOptions,
      ) => Reply<BatchResult<Coupon>[]>
    >();
    // The kind of a price table can be set and not changed, so it is another body than that of a change.
    expectTypeOf<PriceTables['upsert']>().parameter(1).toEqualTypeOf<PriceTableUpsert>();
  });

  it('so have the methods that one resource has', () => {
    expectTypeOf<Tradepost['coupons']['redemptions']>().returns.toEqualTypeOf<List<CouponRedemption>>();
    expectTypeOf<Tradepost['coupons']['validate']>().returns.resolves.toEqualTypeOf<CouponValidation>();
    expectTypeOf<Tradepost['priceTables']['entries']>().returns.toEqualTypeOf<List<PriceTableEntry>>();
    expectTypeOf<Tradepost['orders']['quote']>().returns.resolves.toEqualTypeOf<OrderQuote>();
    expectTypeOf<Tradepost['orders']['setStatus']>().returns.resolves.toEqualTypeOf<Order>();
  });

  it('answers have every field, and inputs need only the required ones', () => {
    expectTypeOf<Product['price']>().toEqualTypeOf<number>();
    expectTypeOf<Product['brand']>().toEqualTypeOf<string | null>();
    expectTypeOf<Product['stock']['available']>().toEqualTypeOf<number>();
    expectTypeOf<Customer['metadata']>().toEqualTypeOf<{ [key: string]: string }>();
    expectTypeOf<Customer['price_table_id']>().toEqualTypeOf<number | null>();
    expectTypeOf<Order['allowed_transitions']>().toEqualTypeOf<OrderStatus[]>();
    expectTypeOf<Order['items'][number]['price_source']['price_table_id']>().toEqualTypeOf<number | null>();
    expectTypeOf<Coupon['times_used']>().toEqualTypeOf<number>();
    expectTypeOf<PriceTableEntriesSet['entries'][number]['price']>().toEqualTypeOf<number | null>();
    expectTypeOf<PromotionCreate['stackable']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<{ name: string; sku: string; price: number }>().toExtend<ProductCreate>();
    expectTypeOf<ProductCreate['status']>().toEqualTypeOf<'active' | 'inactive' | undefined>();
    expectTypeOf<Awaited<ReturnType<Tradepost['orders']['get']>>>().toEqualTypeOf<Order>();
    expectTypeOf<Awaited<ReturnType<Tradepost['products']['delete']>>>().toEqualTypeOf<void>();
  });

  it('enumerations of answers stay open, those of inputs do not', () => {
    expectTypeOf<'Refunded'>().toExtend<OrderStatus>();
    expectTypeOf<OrderStatus>().not.toEqualTypeOf<string>();
    expectTypeOf<CouponValidation['code']>().toEqualTypeOf<ProblemCode | null>();
    expectTypeOf<ApiError['allowed']>().toEqualTypeOf<OrderStatus[] | undefined>();
    expectTypeOf<'archived'>().not.toExtend<NonNullable<ProductCreate['status']>>();
  });

  it('mistakes do not compile', () => {
    () => {
      // @ts-expect-error price is missing
      tp.products.create({ name: 'x', sku: 'x' });
      // @ts-expect-error stock is changed by adjustStock
      tp.products.update(1, { stock: { on_hand: 1 } });
      // @ts-expect-error totals are computed by Tradepost
      tp.orders.create({ customer_id: 1, items: [{ product_id: 1, quantity: 1, unit_price: 1 }] });
      // @ts-expect-error customers cannot be filtered by sku
      tp.customers.list({ sku: 'x' });
      // @ts-expect-error a creation has no version to match
      tp.products.create({ name: 'x', sku: 'x', price: 1 }, { ifMatch: 1 });
      // @ts-expect-error a change has no idempotency key
      tp.products.update(1, { price: 1 }, { idempotencyKey: 'x' });
      // @ts-expect-error the kind of a price table cannot be changed
      tp.priceTables.update(1, { kind: 'fixed' });
      // @ts-expect-error a price is removed by null, not by leaving it out
      tp.priceTables.setEntries(1, { entries: [{ product_id: 1 }] });
      // @ts-expect-error a promotion has a discount
      tp.promotions.create({ name: 'x' });
      // @ts-expect-error coupons cannot be sorted by name
      tp.coupons.list({ sort: 'name' });
      // @ts-expect-error there is no such status to move to
      tp.orders.setStatus(1, { status: 'Refunded' });
      // @ts-expect-error a quote writes nothing, so there is nothing to do only once
      tp.orders.quote({ customer_id: 1, items: [] }, { idempotencyKey: 'x' });
      // @ts-expect-error a creation needs a price, and a change the id of what is changed
      tp.products.batch([{ name: 'x', sku: 'x' }]);
      // @ts-expect-error an item that is no product
      tp.products.batch([{ external_id: 'x', parent_id: 1 }]);
      // @ts-expect-error the kind of a price table is that, also by your own id
      tp.priceTables.upsert('x', { kind: 'other' });
      // @ts-expect-error orders have no id of yours to go by
      tp.orders.upsert('x', {});
      // @ts-expect-error there is no such kind of event
      tp.events.list({ event_type: 'order.refunded' });
      // @ts-expect-error orders cannot be deleted
      tp.orders.delete(1);
    };
  });

  it('an event is told apart by its event_type', () => {
    expectTypeOf<WebhookEventType>().toEqualTypeOf<
      | 'order.created'
      | 'order.status_changed'
      | 'order.payment_confirmed'
      | 'customer.created'
      | 'customer.updated'
      | 'product.created'
      | 'product.updated'
      | 'product.deleted'
      | 'delivery.completed'
      | 'delivery.failed'
    >();
    expectTypeOf<WebhookEvent['event_id']>().toEqualTypeOf<string>();
    expectTypeOf<WebhookEvent<'product.updated'>['data']['changed_fields']>().toEqualTypeOf<string[]>();
    (event: WebhookEvent) => {
      if (event.event_type === 'delivery.failed') expectTypeOf(event.data.reason).toEqualTypeOf<string>();
      // @ts-expect-error not every event is of an order
      return event.data.order_id;
    };
  });

  it('a delivery is given with its headers and with a secret, or several', () => {
    expectTypeOf<{ body: string; headers: Headers; secret: string }>().toExtend<VerifyOptions>();
    expectTypeOf<{
      body: Buffer;
      headers: Record<string, string>;
      secrets: string[];
    }>().toExtend<VerifyOptions>();
    expectTypeOf<{ body: object; headers: Headers; secret: string }>().not.toExtend<VerifyOptions>();
    expectTypeOf<{ body: string; headers: Headers }>().not.toExtend<VerifyOptions>();
    expectTypeOf<{ body: string; secret: string }>().not.toExtend<VerifyOptions>();
  });
});
