// Checked by tsc; at run time these tests only have to load.
import type {
  Customer,
  List,
  Order,
  OrderStatus,
  Page,
  Product,
  ProductCreate,
  Tradepost,
} from '@tradepost/sdk';
import type { VerifyOptions, WebhookEvent, WebhookEventType } from '@tradepost/sdk/webhooks';
import { describe, expectTypeOf, it } from 'vitest';

declare const tp: Tradepost;

describe('the public types', () => {
  it('lists are pages when awaited and rows when iterated', () => {
    expectTypeOf<Tradepost['products']['list']>().returns.toEqualTypeOf<List<Product>>();
    expectTypeOf<Awaited<List<Product>>>().toEqualTypeOf<Page<Product>>();
    expectTypeOf<List<Order>>().toExtend<AsyncIterable<Order>>();
  });

  it('answers have every field, and inputs need only the required ones', () => {
    expectTypeOf<Product['price']>().toEqualTypeOf<number>();
    expectTypeOf<Product['brand']>().toEqualTypeOf<string | null>();
    expectTypeOf<Product['stock']['available']>().toEqualTypeOf<number>();
    expectTypeOf<Customer['metadata']>().toEqualTypeOf<{ [key: string]: string }>();
    expectTypeOf<{ name: string; sku: string; price: number }>().toExtend<ProductCreate>();
    expectTypeOf<ProductCreate['status']>().toEqualTypeOf<'active' | 'inactive' | undefined>();
    expectTypeOf<Awaited<ReturnType<Tradepost['orders']['get']>>>().toEqualTypeOf<Order>();
    expectTypeOf<Awaited<ReturnType<Tradepost['products']['delete']>>>().toEqualTypeOf<void>();
  });

  it('enumerations of answers stay open, those of inputs do not', () => {
    expectTypeOf<'Refunded'>().toExtend<OrderStatus>();
    expectTypeOf<OrderStatus>().not.toEqualTypeOf<string>();
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

  it('a delivery is given with its headers or with the two values, and with a secret', () => {
    expectTypeOf<{ body: string; headers: Headers; secret: string }>().toExtend<VerifyOptions>();
    expectTypeOf<{
      body: Buffer;
      signature: string;
      timestamp: string;
      secrets: string[];
    }>().toExtend<VerifyOptions>();
    expectTypeOf<{ body: object; headers: Headers; secret: string }>().not.toExtend<VerifyOptions>();
    expectTypeOf<{ body: string; headers: Headers }>().not.toExtend<VerifyOptions>();
    expectTypeOf<{ body: string; secret: string }>().not.toExtend<VerifyOptions>();
  });
});
