// The assertions are types: tsc checks them, and the last test does.
import { readFileSync } from 'node:fs';
import type {
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
  ListOptions,
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
import { ApiError } from '@tradepost/sdk';
import type {
  EventStore,
  UnknownWebhookEvent,
  VerifyOptions,
  WebhookEvent,
  WebhookEventType,
  WebhookReceiver,
} from '@tradepost/sdk/webhooks';
import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { memoryStore } from '@tradepost/sdk/webhooks/memory';
import {
  type PostgresContext,
  type PostgresPoolContext,
  postgresStore,
} from '@tradepost/sdk/webhooks/postgres';
import { type IoredisClient, redisStore } from '@tradepost/sdk/webhooks/redis';
import type { Pool, PoolClient } from 'pg';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { compileErrors } from './compile.ts';

declare const tp: Tradepost;

describe('the public types', () => {
  it('make a list a page when awaited and rows when iterated', () => {
    expectTypeOf<Tradepost['products']['list']>().returns.toEqualTypeOf<List<Product>>();
    expectTypeOf<Awaited<List<Product>>>().toEqualTypeOf<Page<Product>>();
    expectTypeOf<List<Order>>().toExtend<AsyncIterable<Order>>();
    expectTypeOf<List<Order>['pages']>().returns.toEqualTypeOf<AsyncIterable<Page<Order>>>();
  });

  it('make next_cursor a string for events, and nullable for other lists', () => {
    type Feed = Tradepost['events'];
    expectTypeOf<Feed['list']>().toEqualTypeOf<
      (query?: EventQuery, options?: ListOptions) => List<WebhookEvent, EventPage>
    >();
    expectTypeOf<EventPage['page']['next_cursor']>().toEqualTypeOf<string>();
    expectTypeOf<Page<Order>['page']['next_cursor']>().toEqualTypeOf<string | null>();
  });

  it('give the shared methods of resources the types of each resource', () => {
    type Coupons = Tradepost['coupons'];
    expectTypeOf<Coupons['list']>().toEqualTypeOf<
      (query?: CouponQuery, options?: ListOptions) => List<Coupon>
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
    // The kind of a price table can be set but not changed, so upsert and update take different bodies.
    expectTypeOf<PriceTables['upsert']>().parameter(1).toEqualTypeOf<PriceTableUpsert>();
  });

  it('give the methods of a single resource their own types', () => {
    expectTypeOf<Tradepost['coupons']['redemptions']>().returns.toEqualTypeOf<List<CouponRedemption>>();
    expectTypeOf<Tradepost['coupons']['validate']>().returns.resolves.toEqualTypeOf<CouponValidation>();
    expectTypeOf<Tradepost['priceTables']['entries']>().returns.toEqualTypeOf<List<PriceTableEntry>>();
    expectTypeOf<Tradepost['orders']['quote']>().returns.resolves.toEqualTypeOf<OrderQuote>();
    expectTypeOf<Tradepost['orders']['setStatus']>().returns.resolves.toEqualTypeOf<Order>();
  });

  it('have every field in outputs and only the required ones in inputs', () => {
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

  it('keep enums open in outputs and closed in inputs', () => {
    expectTypeOf<'Refunded'>().toExtend<OrderStatus>();
    expectTypeOf<OrderStatus>().not.toEqualTypeOf<string>();
    expectTypeOf<CouponValidation['problem_code']>().toExtend<ProblemCode | null>();
    expectTypeOf<'coupon_expired'>().toExtend<CouponValidation['problem_code']>();
    expectTypeOf<ApiError['allowed']>().toEqualTypeOf<OrderStatus[] | undefined>();
    expectTypeOf<'archived'>().not.toExtend<NonNullable<ProductCreate['status']>>();
  });

  it('refuse mistakes', () => {
    () => {
      // @ts-expect-error price is missing
      tp.products.create({ name: 'x', sku: 'x' });
      // @ts-expect-error stock is changed by adjustStock
      tp.products.update(1, { stock: { on_hand: 1 } });
      // @ts-expect-error totals are computed by Tradepost
      tp.orders.create({ customer_id: 1, items: [{ product_id: 1, quantity: 1, total: 1 }] });
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
      // @ts-expect-error a percentage discount has a percentage
      tp.promotions.create({ name: 'x', discount: { type: 'percentage' } });
      // @ts-expect-error a fixed amount has no percentage
      tp.promotions.create({ name: 'x', discount: { type: 'fixed_amount', amount: 1, percentage: 1 } });
      // @ts-expect-error buying something has to give something
      tp.coupons.create({ code: 'x', discount: { type: 'buy_x_get_y', buy_quantity: 2 } });
      // @ts-expect-error the whole order has no products of its own
      tp.promotions.update(1, { target: { type: 'order', product_ids: [1] } });
      // @ts-expect-error a target of categories has category_ids
      tp.promotions.update(1, { target: { type: 'categories', product_ids: [1] } });
      // @ts-expect-error coupons cannot be sorted by name
      tp.coupons.list({ sort: 'name' });
      // @ts-expect-error there is no such status to move to
      tp.orders.setStatus(1, { status: 'Refunded' });
      // @ts-expect-error a quote writes nothing, so it takes no idempotency key
      tp.orders.quote({ customer_id: 1, items: [] }, { idempotencyKey: 'x' });
      // @ts-expect-error a creation needs a price, and a change an external_id
      tp.products.batch([{ name: 'x', sku: 'x' }]);
      tp.products.batch([{ name: 'x', sku: 'x' }], { matchBy: 'sku' });
      // @ts-expect-error an item needs what it's matched by
      tp.products.batch([{ external_id: 'x', price: 1 }], { matchBy: 'sku' });
      // @ts-expect-error products have no tax id
      tp.products.batch([], { matchBy: 'tax_id' });
      // @ts-expect-error an item needs what it's matched by
      tp.customers.batchAll([{ external_id: 'x', tax_id: null }], { matchBy: 'tax_id' });
      // @ts-expect-error the item is not a product
      tp.products.batch([{ external_id: 'x', parent_id: 1 }]);
      // @ts-expect-error there is no such kind of price table
      tp.priceTables.upsert('x', { kind: 'other' });
      // @ts-expect-error orders cannot be upserted
      tp.orders.upsert('x', {});
      // @ts-expect-error there is no such event type
      tp.events.list({ event_type: 'order.refunded' });
      // @ts-expect-error orders cannot be deleted
      tp.orders.delete(1);
    };
  });

  it('discriminate events by event_type', () => {
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
      // @ts-expect-error not every event has an order
      return event.data.order_id;
    };
  });

  it('narrow in onOther, whether the kind is known or not', () => {
    (receiver: WebhookReceiver) =>
      receiver.onOther((event) => {
        expectTypeOf(event.event_id).toEqualTypeOf<string>();
        if (event.event_type === 'order.created') {
          expectTypeOf(event.data).toEqualTypeOf<WebhookEvent<'order.created'>['data']>();
          return;
        }
        switch (event.event_type) {
          case 'product.deleted':
            expectTypeOf(event.data.sku).toEqualTypeOf<string>();
            break;
          default:
            expectTypeOf<UnknownWebhookEvent>().toExtend<typeof event>();
            console.log(event.event_type.toUpperCase());
        }
      });
  });

  it('make the code of an error one of those that are known, and leave it open', () => {
    (error: unknown) => {
      if (!(error instanceof ApiError)) return;
      expectTypeOf(error.code).toEqualTypeOf<ProblemCode | undefined>();
      expectTypeOf(error.code).not.toBeAny();
      expectTypeOf<'not_found'>().toExtend<ProblemCode>();
      expectTypeOf<'code_of_a_later_version'>().toExtend<ProblemCode>();
      expectTypeOf<ProblemCode>().not.toEqualTypeOf<string>();
    };
  });

  it('take a delivery with its headers and one or several secrets', () => {
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

  it('keep the context of a store that is chosen by the environment', () => {
    (pool: Pool, redis: IoredisClient, own: EventStore<{ tx: string }>, production: boolean) => {
      const given = { secrets: [], consumer: 'erp' };
      const chosen = createWebhookReceiver({
        ...given,
        store: production ? postgresStore(pool) : memoryStore(),
      });
      chosen.on('order.created', async (_event, context) => {
        expectTypeOf(context).toEqualTypeOf<PostgresPoolContext<PoolClient> | undefined>();
        await context?.transaction((tx) => tx.query('SELECT 1'));
      });
      const other = createWebhookReceiver({
        ...given,
        store: production ? redisStore(redis) : postgresStore(pool),
      });
      other.onOther((_event, context) =>
        expectTypeOf(context).toEqualTypeOf<PostgresPoolContext<PoolClient> | undefined>(),
      );
      const ofOwn = createWebhookReceiver({ ...given, store: production ? own : memoryStore() });
      ofOwn.onOther((_event, context) => expectTypeOf(context).toEqualTypeOf<{ tx: string } | undefined>());
      type Context = { tx: string } | PostgresPoolContext<PoolClient>;
      const two = createWebhookReceiver<Context>({ ...given, store: production ? own : postgresStore(pool) });
      two.onOther((_event, context) => {
        if ('tx' in context) expectTypeOf(context.tx).toEqualTypeOf<string>();
      });
      const plain = createWebhookReceiver({ ...given, store: postgresStore(pool) });
      plain.onOther((_event, context) =>
        expectTypeOf(context).toEqualTypeOf<PostgresPoolContext<PoolClient>>(),
      );
      const memory = createWebhookReceiver({ secrets: [], store: memoryStore() });
      memory.onOther((_event, context) => expectTypeOf(context).toEqualTypeOf<undefined>());
      expectTypeOf(chosen).toExtend<WebhookReceiver>();
      expectTypeOf(memory).toExtend<WebhookReceiver>();
      expectTypeOf(createWebhookReceiver<PostgresContext>).returns.toEqualTypeOf<
        WebhookReceiver<PostgresContext>
      >();
    };
  });

  it('take the secrets of each tenant', () => {
    expectTypeOf<{ body: string; headers: Headers; secrets: { 42: string[] } }>().toExtend<VerifyOptions>();
    expectTypeOf<{
      body: string;
      headers: Headers;
      secret: string;
      tenantId: number;
    }>().toExtend<VerifyOptions>();
    expectTypeOf<{ body: string; headers: Headers; secrets: { 42: string } }>().not.toExtend<VerifyOptions>();
    (tenantId: number, secret: string) =>
      createWebhookReceiver({ secrets: { [tenantId]: [secret] }, store: memoryStore() });
  });

  it('pass the assertions of this file when it is compiled', { timeout: 600_000 }, () => {
    const file = 'test/sdk/public-types.test.ts';
    const source = readFileSync(new URL(import.meta.url), 'utf8');
    expect(compileErrors({ [file]: source })).toEqual({ [file]: [] });
  });
});
