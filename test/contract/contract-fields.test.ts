import { beforeAll, describe, expect, it } from 'vitest';
import { addQuery, addTo, compileServer } from './compile-server.ts';

// One compilation for all changes. Each adds a field with a different name, which must appear in an error.
const inputs: [schema: string, file: string][] = [
  ['ProductUpdate', 'server/products/store.ts'],
  ['CategoryUpdate', 'server/categories/store.ts'],
  ['CustomerUpdate', 'server/customers/store.ts'],
  ['PriceTableUpdate', 'server/price-tables/store.ts'],
  ['PriceTableCreate', 'server/price-tables/store.ts'],
  ['PriceTableEntriesSet', 'server/price-tables/handlers.ts'],
  ['PriceTableEntrySet', 'server/price-tables/handlers.ts'],
  ['PromotionUpdate', 'server/promotions/store.ts'],
  ['CouponUpdate', 'server/coupons/store.ts'],
  ['CouponValidate', 'server/coupons/handlers.ts'],
  ['OrderCreate', 'server/orders/quote.ts'],
  ['OrderItemCreate', 'server/orders/resolve-lines.ts'],
  ['ShippingCreate', 'server/orders/order-details.ts'],
  ['OrderUpdate', 'server/orders/requested-fields.ts'],
  ['OrderStatusSet', 'server/orders/lifecycle-handlers.ts'],
  ['PaymentCreate', 'server/orders/payment-handlers.ts'],
  ['PaymentVoid', 'server/orders/payment-handlers.ts'],
  ['RefundCreate', 'server/orders/refunds.ts'],
  ['ReturnCreate', 'server/orders/returns.ts'],
  ['ReturnItemCreate', 'server/orders/returns.ts'],
  ['DeliveryAttemptCreate', 'server/orders/lifecycle-handlers.ts'],
  ['StockAdjustmentCreate', 'server/stock/handlers.ts'],
  ['StockAdjustmentItem', 'server/stock/adjust-balances.ts'],
];
const outputs: [schema: string, file: string][] = [
  ['Me', 'server/api-keys/handlers.ts'],
  ['StockLevel', 'server/stock/level.ts'],
  ['StockBalance', 'server/stock/store.ts'],
  ['PriceTableEntry', 'server/price-tables/entries.ts'],
  ['PriceTableEntriesResult', 'server/price-tables/entries.ts'],
  ['CouponValidation', 'server/coupons/handlers.ts'],
  ['CouponRedemption', 'server/coupons/store.ts'],
  ['OrderItem', 'server/orders/build-order.ts'],
  ['OrderDiscount', 'server/orders/build-order.ts'],
  ['OrderQuote', 'server/orders/handlers.ts'],
  ['Shipping', 'server/orders/order-details.ts'],
  ['Payment', 'server/orders/payment-store.ts'],
  ['Refund', 'server/orders/refund-store.ts'],
  ['Return', 'server/orders/return-store.ts'],
  ['ReturnItem', 'server/orders/returns.ts'],
  ['DeliveryAttempt', 'server/orders/lifecycle-store.ts'],
  ['StatusChange', 'server/orders/lifecycle-store.ts'],
  ['OrderChange', 'server/orders/write-change.ts'],
  ['OrderEventData', 'server/orders/event-data.ts'],
  ['OrderStatusChangedData', 'server/orders/lifecycle-store.ts'],
  ['OrderPaymentConfirmedData', 'server/orders/event-data.ts'],
  ['DeliveryCompletedData', 'server/orders/lifecycle-store.ts'],
  ['DeliveryFailedData', 'server/orders/lifecycle-store.ts'],
  ['CustomerEventData', 'server/customers/store.ts'],
  ['ProductEventData', 'server/products/store.ts'],
  ['ProductUpdatedData', 'server/products/store.ts'],
];
const filters: [operation: string, file: string][] = [
  ['listProducts', 'server/products/store.ts'],
  ['listCategories', 'server/categories/store.ts'],
  ['listCustomers', 'server/customers/store.ts'],
  ['listStock', 'server/stock/store.ts'],
  ['listStockMovements', 'server/stock/store.ts'],
  ['listOrders', 'server/orders/store.ts'],
  ['listPriceTables', 'server/price-tables/store.ts'],
  ['listPriceTableEntries', 'server/price-tables/entries.ts'],
  ['listPromotions', 'server/promotions/store.ts'],
  ['listCoupons', 'server/coupons/store.ts'],
  ['listCouponRedemptions', 'server/coupons/store.ts'],
];

const nameIn = (schema: string): string => `new_in_${schema}`;
let errors: string[];

beforeAll(() => {
  errors = compileServer([
    ...inputs.map(([schema]) => addTo(schema, `${nameIn(schema)}?: string`)),
    ...outputs.map(([schema]) => addTo(schema, `${nameIn(schema)}: string`)),
    ...filters.map(([operation]) => addQuery(operation, `${nameIn(operation)}?: string`)),
  ]);
}, 120_000);

const errorsIn = (file: string, name: string): string[] =>
  errors.filter((error) => error.startsWith(`${file}: `) && new RegExp(`\\b${name}\\b`).test(error));

it('the server compiles with the contract as it is', () => {
  expect(compileServer([])).toEqual([]);
}, 120_000);

it('the server does not compile when the contract has a new field in orders and quotes', () => {
  // Compiled alone: if an order's items have errors too, TypeScript doesn't report those of the order.
  const [error] = compileServer(
    ['Order', 'OrderQuote'].map((schema) => addTo(schema, 'new_in_OrderAmounts: string')),
  );
  expect(error).toMatch(/^server\/orders\/build-order.ts: .*new_in_OrderAmounts/);
}, 120_000);

describe('the server does not compile when the contract has a new field', () => {
  it.each(inputs)('in %s that %s does not read', (schema, file) => {
    expect(errorsIn(file, nameIn(schema))).not.toEqual([]);
  });
  it.each(outputs)('in %s that %s does not write', (schema, file) => {
    expect(errorsIn(file, nameIn(schema))).not.toEqual([]);
  });
  it.each(filters)('in the query of %s that %s does not filter by', (operation, file) => {
    expect(errorsIn(file, nameIn(operation))).not.toEqual([]);
  });
});
