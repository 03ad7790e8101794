/**
 * Changes to the contract's example, for an operation on which it would work only once, or not at all, with the demo
 * data.
 */
export interface ExampleOverride {
  /** A different row: the other examples need the contract's one unchanged. */
  readonly path?: Readonly<Record<string, number | string>>;
  /** Fields of the body that must be unique. They get a suffix that changes each time the page is opened. */
  readonly unique?: readonly string[];
  /** Fields of the body to leave out, because a row of the demo already has the value. */
  readonly omit?: readonly string[];
  /** Fields of the body with another value: a different row, as in `path`. */
  readonly replace?: Readonly<Record<string, unknown>>;
}

/** By operation. The rows come from server/main/commands/demo-data.ts. */
export const exampleOverrides: Readonly<Record<string, ExampleOverride>> = {
  createProduct: { unique: ['sku', 'external_id'] },
  batchProducts: { unique: ['sku'] },
  updateProduct: { path: { product_id: 1002 } },
  deleteProduct: { path: { product_id: 1006 } },
  createCategory: { unique: ['slug'] },
  deleteCategory: { path: { category_id: 9 } },
  createCustomer: { omit: ['tax_id'] },
  batchCustomers: { omit: ['tax_id'] },
  deleteCustomer: { path: { customer_id: 79 } },
  createCustomerErasure: { replace: { customer_id: 79 } },
  createPriceTable: { unique: ['code'] },
  batchPriceTables: { unique: ['code'] },
  deletePriceTable: { path: { price_table_id: 13 } },
  deletePromotion: { path: { promotion_id: 32 } },
  createCoupon: { unique: ['code'] },
  batchCoupons: { unique: ['code'] },
  deleteCoupon: { path: { coupon_id: 22 } },
  createOrder: { unique: ['external_id'] },
  addOrderPayment: { path: { order_id: 5002 } },
  voidOrderPayment: { path: { order_id: 5005, payment_id: 1 } },
  addOrderRefund: { path: { order_id: 5006 }, unique: ['reference'] },
  addOrderReturn: { path: { order_id: 5007 } },
  addDeliveryAttempt: { path: { order_id: 5003 } },
  updateProductByExternalId: { path: { external_id: 'ERP-1002' } },
  deleteProductByExternalId: { path: { external_id: 'ERP-1007' } },
  deleteCategoryByExternalId: { path: { external_id: 'ERP-10' } },
  deleteCustomerByExternalId: { path: { external_id: 'ERP-C-80' } },
  deletePriceTableByExternalId: { path: { external_id: 'ERP-PT-14' } },
  deletePromotionByExternalId: { path: { external_id: 'ERP-P-33' } },
  deleteCouponByExternalId: { path: { external_id: 'ERP-K-23' } },
  getOrderPayment: { path: { order_id: 5008 } },
  getOrderRefund: { path: { order_id: 5008 } },
  getOrderReturn: { path: { order_id: 5008 } },
  getDeliveryAttempt: { path: { order_id: 5008 } },
};

/** The body of an example with the changes. */
export function overridden(value: unknown, override: ExampleOverride, suffix: () => string): unknown {
  if (Array.isArray(value)) return value.map((each) => overridden(each, override, suffix));
  if (typeof value !== 'object' || value === null || isMatching(value)) return value;
  const { omit = [], unique = [], replace = {} } = override;
  const kept = Object.entries(value).filter(([name]) => !omit.includes(name));
  return Object.fromEntries(
    kept.map(([name, each]) => {
      if (Object.hasOwn(replace, name)) return [name, replace[name]];
      const isUnique = unique.includes(name) && typeof each === 'string' && !isLine(value);
      return [name, isUnique ? each + suffix() : overridden(each, override, suffix)];
    }),
  );
}

/** A line of an order names a product that exists. */
const isLine = (value: object): boolean => 'quantity' in value;

/** The rows of an example that matches by a value name rows of the demo by it. */
const isMatching = (value: object): boolean => 'match_by' in value && 'items' in value;
