import { beforeAll, describe, expect, it } from 'vitest';
import { addQuery, addTo, compileServer } from './compile-server.ts';

// `npm run typecheck` compiles the server with the contract as it is. Here one compilation is for all changes. Each adds a field with a different name, which must appear in an error. Fields that are columns of
// their own need no check: every write of the row names them, and fails if the table lacks one.
const inputs: [schema: string, file: string][] = [
  ['PriceTableEntriesSet', 'server/trade/pricing/price-tables/handlers.ts'],
  ['PriceTableEntrySet', 'server/trade/pricing/price-tables/handlers.ts'],
  ['CouponValidate', 'server/trade/orders/coupon-handlers.ts'],
  ['OrderCreate', 'server/trade/orders/rules/build-order.ts'],
  ['OrderItemCreate', 'server/trade/orders/rules/resolve-lines.ts'],
  ['ShippingCreate', 'server/trade/orders/rules/order-details.ts'],
  ['OrderUpdate', 'server/trade/orders/change/requested-fields.ts'],
  ['OrderStatusSet', 'server/trade/orders/change/lifecycle-handlers.ts'],
  ['PaymentCreate', 'server/trade/orders/money/payment-handlers.ts'],
  ['PaymentVoid', 'server/trade/orders/money/payment-handlers.ts'],
  ['RefundCreate', 'server/trade/orders/money/refunds.ts'],
  ['ReturnCreate', 'server/trade/orders/money/returns.ts'],
  ['ReturnItemCreate', 'server/trade/orders/money/returns.ts'],
  ['DeliveryAttemptCreate', 'server/trade/orders/change/lifecycle-handlers.ts'],
  ['StockAdjustmentCreate', 'server/trade/catalogue/stock/handlers.ts'],
  ['StockAdjustmentItem', 'server/trade/catalogue/stock/adjust-balances.ts'],
];
const outputs: [schema: string, file: string][] = [
  ['Me', 'server/api/operations/account.ts'],
  ['StockLevel', 'server/trade/catalogue/stock/level.ts'],
  ['StockBalance', 'server/trade/catalogue/stock/store.ts'],
  ['PriceTableEntry', 'server/trade/pricing/price-tables/entries.ts'],
  ['PriceTableEntriesResult', 'server/trade/pricing/price-tables/entries.ts'],
  ['CouponValidation', 'server/trade/orders/coupon-handlers.ts'],
  ['CouponRedemption', 'server/trade/pricing/coupons/store.ts'],
  ['OrderItem', 'server/trade/orders/rules/build-order.ts'],
  ['OrderDiscount', 'server/trade/orders/rules/build-order.ts'],
  ['OrderQuote', 'server/trade/orders/handlers.ts'],
  ['Shipping', 'server/trade/orders/rules/order-details.ts'],
  ['Payment', 'server/trade/orders/money/payment-store.ts'],
  ['Refund', 'server/trade/orders/money/refund-store.ts'],
  ['Return', 'server/trade/orders/money/return-store.ts'],
  ['ReturnItem', 'server/trade/orders/money/returns.ts'],
  ['DeliveryAttempt', 'server/trade/orders/change/lifecycle-store.ts'],
  ['StatusChange', 'server/trade/orders/change/lifecycle-store.ts'],
  ['OrderChange', 'server/trade/orders/change/write-change.ts'],
  ['OrderEventData', 'server/trade/orders/event-data.ts'],
  ['OrderStatusChangedData', 'server/trade/orders/change/lifecycle-store.ts'],
  ['OrderPaymentConfirmedData', 'server/trade/orders/event-data.ts'],
  ['DeliveryCompletedData', 'server/trade/orders/change/lifecycle-store.ts'],
  ['DeliveryFailedData', 'server/trade/orders/change/lifecycle-store.ts'],
  ['CustomerEventData', 'server/trade/customers/store.ts'],
  ['ProductEventData', 'server/trade/catalogue/products/store.ts'],
  ['ProductUpdatedData', 'server/trade/catalogue/products/write.ts'],
];
const filters: [operation: string, file: string][] = [
  ['listProducts', 'server/trade/catalogue/products/store.ts'],
  ['listCategories', 'server/trade/catalogue/categories/store.ts'],
  ['listCustomers', 'server/trade/customers/store.ts'],
  ['listStock', 'server/trade/catalogue/stock/store.ts'],
  ['listStockMovements', 'server/trade/catalogue/stock/store.ts'],
  ['listOrders', 'server/trade/orders/store.ts'],
  ['listPayments', 'server/trade/orders/entries.ts'],
  ['listRefunds', 'server/trade/orders/entries.ts'],
  ['listReturns', 'server/trade/orders/entries.ts'],
  ['listDeliveryAttempts', 'server/trade/orders/entries.ts'],
  ['listPriceTables', 'server/trade/pricing/price-tables/store.ts'],
  ['listPriceTableEntries', 'server/trade/pricing/price-tables/entries.ts'],
  ['listPromotions', 'server/trade/pricing/promotions/store.ts'],
  ['listCoupons', 'server/trade/pricing/coupons/store.ts'],
  ['listCouponRedemptions', 'server/trade/pricing/coupons/store.ts'],
];

const nameIn = (schema: string): string => `new_in_${schema}`;
let errors: string[];

beforeAll(() => {
  const changes = [
    ...inputs.map(([schema]) => addTo(schema, `${nameIn(schema)}?: string`)),
    ...outputs.map(([schema]) => addTo(schema, `${nameIn(schema)}: string`)),
    ...filters.map(([operation]) => addQuery(operation, `${nameIn(operation)}?: string`)),
  ];
  const files = [...inputs, ...outputs, ...filters].map(([, file]) => file);
  errors = compileServer(changes, [...new Set(files)]);
}, 600_000);

const errorsIn = (file: string, name: string): string[] =>
  errors.filter((error) => error.startsWith(`${file}: `) && new RegExp(`\\b${name}\\b`).test(error));

it('the server does not compile when the contract has a new field in orders and quotes', () => {
  // Compiled alone: if an order's items have errors too, TypeScript doesn't report those of the order.
  const [error] = compileServer(
    ['Order', 'OrderQuote'].map((schema) => addTo(schema, 'new_in_OrderAmounts: string')),
    ['server/trade/orders/rules/build-order.ts'],
  );
  expect(error).toMatch(/new_in_OrderAmounts/);
}, 600_000);

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
