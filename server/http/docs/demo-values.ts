import type { OperationId } from '../../contract.ts';

/** How an operation is tried on the demo's data, where the contract's own example would work once or not at all. */
export interface Tried {
  /** Another row than the contract's, which the other examples need as it is. */
  readonly path?: Readonly<Record<string, number>>;
  /** Fields of the body that have to be unique: they get an ending that is new each time the page is opened. */
  readonly fresh?: readonly string[];
  /** Fields of the body that are left out, since the value is taken by a row of the demo. */
  readonly without?: readonly string[];
}

/** The rows are those of commands/demo-data.ts. */
export const demoValues: Readonly<Partial<Record<OperationId, Tried>>> = {
  createProduct: { fresh: ['sku', 'external_id'] },
  batchProducts: { fresh: ['sku'] },
  updateProduct: { path: { product_id: 1002 } },
  deleteProduct: { path: { product_id: 1006 } },
  createCategory: { fresh: ['slug'] },
  deleteCategory: { path: { category_id: 9 } },
  createCustomer: { without: ['tax_id'] },
  batchCustomers: { without: ['tax_id'] },
  deleteCustomer: { path: { customer_id: 79 } },
  createPriceTable: { fresh: ['code'] },
  batchPriceTables: { fresh: ['code'] },
  deletePriceTable: { path: { price_table_id: 13 } },
  deletePromotion: { path: { promotion_id: 32 } },
  createCoupon: { fresh: ['code'] },
  batchCoupons: { fresh: ['code'] },
  deleteCoupon: { path: { coupon_id: 22 } },
  createOrder: { fresh: ['external_id'] },
  addOrderPayment: { path: { order_id: 5002 } },
  addDeliveryAttempt: { path: { order_id: 5003 } },
};
