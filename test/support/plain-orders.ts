import type { PlainOrder } from '../../server/trade/orders/place/insert-plain-orders.ts';
import { LARGE } from './large-shop-rows.ts';

const LINES = JSON.stringify(
  [11, 12, 13].map((id) => ({
    ...{
      product_id: id,
      sku: `SKU-${id}`,
      name: 'Café',
      quantity: 1,
      unit_price: 5,
      price_source: { type: 'product' },
    },
    ...{ subtotal: 5, discount: 0, total: 5, returned_quantity: 0 },
  })),
);

/** Orders of three products each for the large shop of the query plans, with a different Idempotency-Key each. */
export const plainOrders = (count: number): PlainOrder[] =>
  Array.from({ length: count }, (_, n) => ({
    row: {
      ...{
        tenant_id: LARGE,
        external_id: `TOGETHER-${n}`,
        customer_id: 3,
        currency: 'BRL',
        price_table_id: null,
      },
      ...{ coupon_code: null, items: LINES, discounts: '[]', subtotal: '15.00', discount_total: '0.00' },
      ...{ agreed_discount: '0', charges: '[]', charges_total: '0.00' },
      ...{ shipping_amount: '0.00', total: '15.00', shipping: null, channel: null, salesperson: null },
      ...{ fiscal_document: null, payment_terms: '[]', notes: null, placed_at: null, metadata: '{}' },
      actor: 'api_key:1',
    },
    reservations: [11, 12 + n, 13 + n].map((productId) => ({
      ...{ productId, quantity: '1.000', allowBackorder: true },
    })),
    cause: { request_id: null, traceparent: null },
    once: { key: `TOGETHER-${n}`, fingerprint: Buffer.alloc(32) },
  }));
