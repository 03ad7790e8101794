export { type Me, Tradepost } from './client.ts';
export type { TradepostConfig } from './config.ts';
export { ApiError } from './errors/api-error.ts';
export { ConfigurationError } from './errors/configuration-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export type { Problem, ProblemCode, ProblemError } from './errors/problem.ts';
export { TradepostError } from './errors/tradepost-error.ts';
export type { List, Page } from './pagination.ts';
export type { ChangeOptions, CreateOptions, RequestOptions } from './request-options.ts';
export type { BatchItem, BatchResult } from './resource.ts';
export type {
  Categories,
  Category,
  CategoryCreate,
  CategoryQuery,
  CategoryUpdate,
} from './resources/categories.ts';
export type {
  Coupon,
  CouponCreate,
  CouponQuery,
  CouponRedemption,
  CouponRedemptionQuery,
  Coupons,
  CouponUpdate,
  CouponValidate,
  CouponValidation,
} from './resources/coupons.ts';
export type {
  Customer,
  CustomerCreate,
  CustomerQuery,
  Customers,
  CustomerUpdate,
} from './resources/customers.ts';
export type { EventPage, EventQuery, Events } from './resources/events.ts';
export type {
  DeliveryAttemptCreate,
  Order,
  OrderCreate,
  OrderQuery,
  OrderQuote,
  OrderStatus,
  OrderStatusSet,
  Orders,
  PaymentCreate,
} from './resources/orders.ts';
export type {
  PriceTable,
  PriceTableCreate,
  PriceTableEntriesResult,
  PriceTableEntriesSet,
  PriceTableEntry,
  PriceTableEntryQuery,
  PriceTableQuery,
  PriceTables,
  PriceTableUpdate,
  PriceTableUpsert,
} from './resources/price-tables.ts';
export type {
  Product,
  ProductCreate,
  ProductQuery,
  Products,
  ProductUpdate,
  StockAdjustment,
  StockAdjustmentCreate,
} from './resources/products.ts';
export type {
  Promotion,
  PromotionCreate,
  PromotionQuery,
  Promotions,
  PromotionUpdate,
} from './resources/promotions.ts';
export type {
  Stock,
  StockBalance,
  StockMovement,
  StockMovementQuery,
  StockQuery,
} from './resources/stock.ts';
export type { WebhookEvent, WebhookEvents, WebhookEventType } from './webhooks/events.ts';
