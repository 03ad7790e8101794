import type { OperationId } from '../../contract.ts';

/** How an operation is tried on the demo's data, where the contract's own example would work once or not at all. */
export interface ExampleOverride {
  /** Another row than the contract's, which the other examples need as it is. */
  readonly path?: Readonly<Record<string, number>>;
  /** Fields of the body that have to be unique: they get an ending that is new each time the page is opened. */
  readonly unique?: readonly string[];
  /** Fields of the body that are left out, since the value is taken by a row of the demo. */
  readonly omit?: readonly string[];
}

/** The rows are those of commands/demo-data.ts. */
export const exampleOverrides: Readonly<Partial<Record<OperationId, ExampleOverride>>> = {
  createProduct: { unique: ['sku', 'external_id'] },
  batchProducts: { unique: ['sku'] },
  updateProduct: { path: { product_id: 1002 } },
  deleteProduct: { path: { product_id: 1006 } },
  createCategory: { unique: ['slug'] },
  deleteCategory: { path: { category_id: 9 } },
  createCustomer: { omit: ['tax_id'] },
  batchCustomers: { omit: ['tax_id'] },
  deleteCustomer: { path: { customer_id: 79 } },
  createPriceTable: { unique: ['code'] },
  batchPriceTables: { unique: ['code'] },
  deletePriceTable: { path: { price_table_id: 13 } },
  deletePromotion: { path: { promotion_id: 32 } },
  createCoupon: { unique: ['code'] },
  batchCoupons: { unique: ['code'] },
  deleteCoupon: { path: { coupon_id: 22 } },
  createOrder: { unique: ['external_id'] },
  addOrderPayment: { path: { order_id: 5002 } },
  addDeliveryAttempt: { path: { order_id: 5003 } },
};
