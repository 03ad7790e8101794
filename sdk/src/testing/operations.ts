// Generated from the contract by `npm run generate`. Do not edit.
import type {
  Category,
  CategoryCreate,
  CategoryExportQuery,
  CategoryQuery,
  CategoryUpdate,
  Coupon,
  CouponCreate,
  CouponExportQuery,
  CouponQuery,
  CouponRedemption,
  CouponRedemptionExportQuery,
  CouponRedemptionQuery,
  CouponUpdate,
  CouponValidate,
  CouponValidation,
  Customer,
  CustomerCreate,
  CustomerErasure,
  CustomerErasureCreate,
  CustomerExportQuery,
  CustomerPersonalData,
  CustomerQuery,
  CustomerUpdate,
  DeliveryAttemptCreate,
  EventExportQuery,
  EventPage,
  EventQuery,
  ListedOrder,
  Me,
  Order,
  OrderCreate,
  OrderDeliveryAttempt,
  OrderDeliveryAttemptExportQuery,
  OrderDeliveryAttemptQuery,
  OrderExportQuery,
  OrderImport,
  OrderImportResult,
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
  PriceTable,
  PriceTableCreate,
  PriceTableEntriesResult,
  PriceTableEntriesSet,
  PriceTableEntry,
  PriceTableEntryExportQuery,
  PriceTableEntryQuery,
  PriceTableExportQuery,
  PriceTableQuery,
  PriceTableUpdate,
  PriceTableUpsert,
  Product,
  ProductCreate,
  ProductExportQuery,
  ProductQuery,
  ProductUpdate,
  ProductUpsert,
  Promotion,
  PromotionCreate,
  PromotionExportQuery,
  PromotionQuery,
  PromotionUpdate,
  RefundCreate,
  ReturnCreate,
  SalesReport,
  SalesReportQuery,
  StockAdjustment,
  StockAdjustmentCreate,
  StockAdjustmentItem,
  StockBalance,
  StockExportQuery,
  StockMovement,
  StockMovementExportQuery,
  StockMovementQuery,
  StockQuery,
} from '../../../generated/sdk-types.ts';
import type { Page } from '../lists/pagination.ts';
import type { BatchItem, BatchResult } from '../resources/batch.ts';

/** Of an operation that has none. */
export type NoParameters = Record<string, never>;

/** Every operation of the contract: what a request has and what a response with 2xx has. */
export interface FakeOperations {
  /** GET /me */
  getMe: {
    params: NoParameters;
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Me;
  };
  /** GET /products */
  listProducts: {
    params: NoParameters;
    query: ProductQuery;
    body: undefined;
    status: 200;
    result: Page<Product>;
  };
  /** POST /products */
  createProduct: {
    params: NoParameters;
    query: NoParameters;
    body: ProductCreate;
    status: 201;
    result: Product;
  };
  /** POST /products/batch */
  batchProducts: {
    params: NoParameters;
    query: NoParameters;
    body: {
      match_by?: 'external_id' | 'sku';
      items: BatchItem<ProductCreate, ProductUpsert, 'external_id' | 'sku'>[];
    };
    status: 200;
    result: { results: BatchResult<Product>[] };
  };
  /** GET /products/external/{external_id} */
  getProductByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Product;
  };
  /** PUT /products/external/{external_id} */
  upsertProduct: {
    params: { external_id: string };
    query: NoParameters;
    body: ProductUpsert;
    status: 200 | 201;
    result: Product;
  };
  /** PATCH /products/external/{external_id} */
  updateProductByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: ProductUpdate;
    status: 200;
    result: Product;
  };
  /** DELETE /products/external/{external_id} */
  deleteProductByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /products/{product_id} */
  getProduct: {
    params: { product_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Product;
  };
  /** PATCH /products/{product_id} */
  updateProduct: {
    params: { product_id: number };
    query: NoParameters;
    body: ProductUpdate;
    status: 200;
    result: Product;
  };
  /** DELETE /products/{product_id} */
  deleteProduct: {
    params: { product_id: number };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /categories */
  listCategories: {
    params: NoParameters;
    query: CategoryQuery;
    body: undefined;
    status: 200;
    result: Page<Category>;
  };
  /** POST /categories */
  createCategory: {
    params: NoParameters;
    query: NoParameters;
    body: CategoryCreate;
    status: 201;
    result: Category;
  };
  /** POST /categories/batch */
  batchCategories: {
    params: NoParameters;
    query: NoParameters;
    body: { items: BatchItem<CategoryCreate, CategoryUpdate>[] };
    status: 200;
    result: { results: BatchResult<Category>[] };
  };
  /** GET /categories/external/{external_id} */
  getCategoryByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Category;
  };
  /** PUT /categories/external/{external_id} */
  upsertCategory: {
    params: { external_id: string };
    query: NoParameters;
    body: CategoryUpdate;
    status: 200 | 201;
    result: Category;
  };
  /** PATCH /categories/external/{external_id} */
  updateCategoryByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: CategoryUpdate;
    status: 200;
    result: Category;
  };
  /** DELETE /categories/external/{external_id} */
  deleteCategoryByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /categories/{category_id} */
  getCategory: {
    params: { category_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Category;
  };
  /** PATCH /categories/{category_id} */
  updateCategory: {
    params: { category_id: number };
    query: NoParameters;
    body: CategoryUpdate;
    status: 200;
    result: Category;
  };
  /** DELETE /categories/{category_id} */
  deleteCategory: {
    params: { category_id: number };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /customers */
  listCustomers: {
    params: NoParameters;
    query: CustomerQuery;
    body: undefined;
    status: 200;
    result: Page<Customer>;
  };
  /** POST /customers */
  createCustomer: {
    params: NoParameters;
    query: NoParameters;
    body: CustomerCreate;
    status: 201;
    result: Customer;
  };
  /** POST /customers/batch */
  batchCustomers: {
    params: NoParameters;
    query: NoParameters;
    body: {
      match_by?: 'external_id' | 'tax_id';
      items: BatchItem<CustomerCreate, CustomerUpdate, 'external_id' | 'tax_id'>[];
    };
    status: 200;
    result: { results: BatchResult<Customer>[] };
  };
  /** GET /customers/external/{external_id} */
  getCustomerByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Customer;
  };
  /** PUT /customers/external/{external_id} */
  upsertCustomer: {
    params: { external_id: string };
    query: NoParameters;
    body: CustomerUpdate;
    status: 200 | 201;
    result: Customer;
  };
  /** PATCH /customers/external/{external_id} */
  updateCustomerByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: CustomerUpdate;
    status: 200;
    result: Customer;
  };
  /** DELETE /customers/external/{external_id} */
  deleteCustomerByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /customers/{customer_id} */
  getCustomer: {
    params: { customer_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Customer;
  };
  /** PATCH /customers/{customer_id} */
  updateCustomer: {
    params: { customer_id: number };
    query: NoParameters;
    body: CustomerUpdate;
    status: 200;
    result: Customer;
  };
  /** DELETE /customers/{customer_id} */
  deleteCustomer: {
    params: { customer_id: number };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** POST /customer-erasures */
  createCustomerErasure: {
    params: NoParameters;
    query: NoParameters;
    body: CustomerErasureCreate;
    status: 202;
    result: CustomerErasure;
  };
  /** GET /customer-erasures/{customer_erasure_id} */
  getCustomerErasure: {
    params: { customer_erasure_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: CustomerErasure;
  };
  /** GET /customer-personal-data/{customer_id} */
  getCustomerPersonalData: {
    params: { customer_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: CustomerPersonalData;
  };
  /** GET /stock */
  listStock: {
    params: NoParameters;
    query: StockQuery;
    body: undefined;
    status: 200;
    result: Page<StockBalance>;
  };
  /** POST /stock/{product_id}/adjustments */
  adjustStock: {
    params: { product_id: number };
    query: NoParameters;
    body: StockAdjustmentCreate;
    status: 201;
    result: StockAdjustment;
  };
  /** POST /stock-adjustments */
  createStockAdjustment: {
    params: NoParameters;
    query: NoParameters;
    body: StockAdjustmentItem;
    status: 201;
    result: StockAdjustment;
  };
  /** POST /stock-adjustments/batch */
  batchStockAdjustments: {
    params: NoParameters;
    query: NoParameters;
    body: { items: StockAdjustmentItem[] };
    status: 200;
    result: { results: BatchResult<StockBalance>[] };
  };
  /** GET /stock-movements */
  listStockMovements: {
    params: NoParameters;
    query: StockMovementQuery;
    body: undefined;
    status: 200;
    result: Page<StockMovement>;
  };
  /** GET /stock-movements/{stock_movement_id} */
  getStockMovement: {
    params: { stock_movement_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: StockMovement;
  };
  /** GET /price-tables */
  listPriceTables: {
    params: NoParameters;
    query: PriceTableQuery;
    body: undefined;
    status: 200;
    result: Page<PriceTable>;
  };
  /** POST /price-tables */
  createPriceTable: {
    params: NoParameters;
    query: NoParameters;
    body: PriceTableCreate;
    status: 201;
    result: PriceTable;
  };
  /** POST /price-tables/batch */
  batchPriceTables: {
    params: NoParameters;
    query: NoParameters;
    body: { items: BatchItem<PriceTableCreate, PriceTableUpsert>[] };
    status: 200;
    result: { results: BatchResult<PriceTable>[] };
  };
  /** GET /price-tables/external/{external_id} */
  getPriceTableByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: PriceTable;
  };
  /** PUT /price-tables/external/{external_id} */
  upsertPriceTable: {
    params: { external_id: string };
    query: NoParameters;
    body: PriceTableUpsert;
    status: 200 | 201;
    result: PriceTable;
  };
  /** PATCH /price-tables/external/{external_id} */
  updatePriceTableByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: PriceTableUpdate;
    status: 200;
    result: PriceTable;
  };
  /** DELETE /price-tables/external/{external_id} */
  deletePriceTableByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /price-tables/{price_table_id} */
  getPriceTable: {
    params: { price_table_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: PriceTable;
  };
  /** PATCH /price-tables/{price_table_id} */
  updatePriceTable: {
    params: { price_table_id: number };
    query: NoParameters;
    body: PriceTableUpdate;
    status: 200;
    result: PriceTable;
  };
  /** DELETE /price-tables/{price_table_id} */
  deletePriceTable: {
    params: { price_table_id: number };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /price-table-entries/{price_table_id} */
  listPriceTableEntries: {
    params: { price_table_id: number };
    query: PriceTableEntryQuery;
    body: undefined;
    status: 200;
    result: Page<PriceTableEntry>;
  };
  /** PUT /price-table-entries/{price_table_id} */
  setPriceTableEntries: {
    params: { price_table_id: number };
    query: NoParameters;
    body: PriceTableEntriesSet;
    status: 200;
    result: PriceTableEntriesResult;
  };
  /** GET /promotions */
  listPromotions: {
    params: NoParameters;
    query: PromotionQuery;
    body: undefined;
    status: 200;
    result: Page<Promotion>;
  };
  /** POST /promotions */
  createPromotion: {
    params: NoParameters;
    query: NoParameters;
    body: PromotionCreate;
    status: 201;
    result: Promotion;
  };
  /** POST /promotions/batch */
  batchPromotions: {
    params: NoParameters;
    query: NoParameters;
    body: { items: BatchItem<PromotionCreate, PromotionUpdate>[] };
    status: 200;
    result: { results: BatchResult<Promotion>[] };
  };
  /** GET /promotions/external/{external_id} */
  getPromotionByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Promotion;
  };
  /** PUT /promotions/external/{external_id} */
  upsertPromotion: {
    params: { external_id: string };
    query: NoParameters;
    body: PromotionUpdate;
    status: 200 | 201;
    result: Promotion;
  };
  /** PATCH /promotions/external/{external_id} */
  updatePromotionByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: PromotionUpdate;
    status: 200;
    result: Promotion;
  };
  /** DELETE /promotions/external/{external_id} */
  deletePromotionByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /promotions/{promotion_id} */
  getPromotion: {
    params: { promotion_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Promotion;
  };
  /** PATCH /promotions/{promotion_id} */
  updatePromotion: {
    params: { promotion_id: number };
    query: NoParameters;
    body: PromotionUpdate;
    status: 200;
    result: Promotion;
  };
  /** DELETE /promotions/{promotion_id} */
  deletePromotion: {
    params: { promotion_id: number };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /coupons */
  listCoupons: {
    params: NoParameters;
    query: CouponQuery;
    body: undefined;
    status: 200;
    result: Page<Coupon>;
  };
  /** POST /coupons */
  createCoupon: {
    params: NoParameters;
    query: NoParameters;
    body: CouponCreate;
    status: 201;
    result: Coupon;
  };
  /** POST /coupons/batch */
  batchCoupons: {
    params: NoParameters;
    query: NoParameters;
    body: { items: BatchItem<CouponCreate, CouponUpdate>[] };
    status: 200;
    result: { results: BatchResult<Coupon>[] };
  };
  /** GET /coupons/external/{external_id} */
  getCouponByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Coupon;
  };
  /** PUT /coupons/external/{external_id} */
  upsertCoupon: {
    params: { external_id: string };
    query: NoParameters;
    body: CouponUpdate;
    status: 200 | 201;
    result: Coupon;
  };
  /** PATCH /coupons/external/{external_id} */
  updateCouponByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: CouponUpdate;
    status: 200;
    result: Coupon;
  };
  /** DELETE /coupons/external/{external_id} */
  deleteCouponByExternalId: {
    params: { external_id: string };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** POST /coupons/validate */
  validateCoupon: {
    params: NoParameters;
    query: NoParameters;
    body: CouponValidate;
    status: 200;
    result: CouponValidation;
  };
  /** GET /coupons/{coupon_id} */
  getCoupon: {
    params: { coupon_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Coupon;
  };
  /** PATCH /coupons/{coupon_id} */
  updateCoupon: {
    params: { coupon_id: number };
    query: NoParameters;
    body: CouponUpdate;
    status: 200;
    result: Coupon;
  };
  /** DELETE /coupons/{coupon_id} */
  deleteCoupon: {
    params: { coupon_id: number };
    query: NoParameters;
    body: undefined;
    status: 204;
    result: undefined;
  };
  /** GET /coupon-redemptions/{coupon_id} */
  listCouponRedemptions: {
    params: { coupon_id: number };
    query: CouponRedemptionQuery;
    body: undefined;
    status: 200;
    result: Page<CouponRedemption>;
  };
  /** GET /orders */
  listOrders: {
    params: NoParameters;
    query: OrderQuery;
    body: undefined;
    status: 200;
    result: Page<ListedOrder>;
  };
  /** POST /orders */
  createOrder: {
    params: NoParameters;
    query: NoParameters;
    body: OrderCreate;
    status: 201;
    result: Order;
  };
  /** POST /orders/import */
  importOrders: {
    params: NoParameters;
    query: NoParameters;
    body: OrderImport;
    status: 200;
    result: OrderImportResult;
  };
  /** POST /orders/quote */
  quoteOrder: {
    params: NoParameters;
    query: NoParameters;
    body: OrderCreate;
    status: 200;
    result: OrderQuote;
  };
  /** GET /orders/{order_id} */
  getOrder: {
    params: { order_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: Order;
  };
  /** PATCH /orders/{order_id} */
  updateOrder: {
    params: { order_id: number };
    query: NoParameters;
    body: OrderUpdate;
    status: 200;
    result: Order;
  };
  /** POST /orders/{order_id}/status */
  setOrderStatus: {
    params: { order_id: number };
    query: NoParameters;
    body: OrderStatusSet;
    status: 200;
    result: Order;
  };
  /** POST /orders/{order_id}/payments */
  addOrderPayment: {
    params: { order_id: number };
    query: NoParameters;
    body: PaymentCreate;
    status: 201;
    result: Order;
  };
  /** GET /orders/{order_id}/payments/{payment_id} */
  getOrderPayment: {
    params: { order_id: number; payment_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: OrderPayment;
  };
  /** POST /orders/{order_id}/payments/{payment_id}/void */
  voidOrderPayment: {
    params: { order_id: number; payment_id: number };
    query: NoParameters;
    body: PaymentVoid;
    status: 200;
    result: Order;
  };
  /** POST /orders/{order_id}/refunds */
  addOrderRefund: {
    params: { order_id: number };
    query: NoParameters;
    body: RefundCreate;
    status: 201;
    result: Order;
  };
  /** GET /orders/{order_id}/refunds/{refund_id} */
  getOrderRefund: {
    params: { order_id: number; refund_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: OrderRefund;
  };
  /** POST /orders/{order_id}/returns */
  addOrderReturn: {
    params: { order_id: number };
    query: NoParameters;
    body: ReturnCreate;
    status: 201;
    result: Order;
  };
  /** GET /orders/{order_id}/returns/{return_id} */
  getOrderReturn: {
    params: { order_id: number; return_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: OrderReturn;
  };
  /** POST /orders/{order_id}/delivery-attempts */
  addDeliveryAttempt: {
    params: { order_id: number };
    query: NoParameters;
    body: DeliveryAttemptCreate;
    status: 201;
    result: Order;
  };
  /** GET /orders/{order_id}/delivery-attempts/{delivery_attempt_id} */
  getDeliveryAttempt: {
    params: { order_id: number; delivery_attempt_id: number };
    query: NoParameters;
    body: undefined;
    status: 200;
    result: OrderDeliveryAttempt;
  };
  /** GET /payments */
  listPayments: {
    params: NoParameters;
    query: OrderPaymentQuery;
    body: undefined;
    status: 200;
    result: Page<OrderPayment>;
  };
  /** GET /refunds */
  listRefunds: {
    params: NoParameters;
    query: OrderRefundQuery;
    body: undefined;
    status: 200;
    result: Page<OrderRefund>;
  };
  /** GET /returns */
  listReturns: {
    params: NoParameters;
    query: OrderReturnQuery;
    body: undefined;
    status: 200;
    result: Page<OrderReturn>;
  };
  /** GET /delivery-attempts */
  listDeliveryAttempts: {
    params: NoParameters;
    query: OrderDeliveryAttemptQuery;
    body: undefined;
    status: 200;
    result: Page<OrderDeliveryAttempt>;
  };
  /** GET /reports/sales */
  getSalesReport: {
    params: NoParameters;
    query: SalesReportQuery;
    body: undefined;
    status: 200;
    result: SalesReport;
  };
  /** GET /events */
  listEvents: {
    params: NoParameters;
    query: EventQuery;
    body: undefined;
    status: 200;
    result: EventPage;
  };
  /** GET /exports/products */
  exportProducts: {
    params: NoParameters;
    query: ProductExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/categories */
  exportCategories: {
    params: NoParameters;
    query: CategoryExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/customers */
  exportCustomers: {
    params: NoParameters;
    query: CustomerExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/stock */
  exportStock: {
    params: NoParameters;
    query: StockExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/stock-movements */
  exportStockMovements: {
    params: NoParameters;
    query: StockMovementExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/price-tables */
  exportPriceTables: {
    params: NoParameters;
    query: PriceTableExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/price-table-entries/{price_table_id} */
  exportPriceTableEntries: {
    params: { price_table_id: number };
    query: PriceTableEntryExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/promotions */
  exportPromotions: {
    params: NoParameters;
    query: PromotionExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/coupons */
  exportCoupons: {
    params: NoParameters;
    query: CouponExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/coupon-redemptions/{coupon_id} */
  exportCouponRedemptions: {
    params: { coupon_id: number };
    query: CouponRedemptionExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/orders */
  exportOrders: {
    params: NoParameters;
    query: OrderExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/order-lines */
  exportOrderLines: {
    params: NoParameters;
    query: OrderLineExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/payments */
  exportPayments: {
    params: NoParameters;
    query: OrderPaymentExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/refunds */
  exportRefunds: {
    params: NoParameters;
    query: OrderRefundExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/returns */
  exportReturns: {
    params: NoParameters;
    query: OrderReturnExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/delivery-attempts */
  exportDeliveryAttempts: {
    params: NoParameters;
    query: OrderDeliveryAttemptExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
  /** GET /exports/events */
  exportEvents: {
    params: NoParameters;
    query: EventExportQuery;
    body: undefined;
    status: 200;
    result: string;
  };
}
