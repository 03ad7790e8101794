export type { Client, Middleware } from 'openapi-fetch';
export type { components, operations, paths } from '../../generated/openapi.ts';
export type { Attempt, Call, FetchWrapper } from './call.ts';
export { type Me, Tradepost } from './client.ts';
export type { Fetch, RetryTiming, TradepostConfig, TransportConfig } from './config.ts';
export { type AnswerHead, ApiError, type FailedAnswer } from './errors/api-error.ts';
export {
  AlreadyExistsError,
  AmountOutOfRangeError,
  type ApiErrorClass,
  ApiKeyExpiredError,
  ApiKeyInactiveError,
  ApiKeyMissingError,
  ApiKeyUnknownError,
  CategoryCycleError,
  CategoryTooDeepError,
  CouponExhaustedError,
  CouponInvalidError,
  ExpectationFailedError,
  HeadersTooLargeError,
  IdempotencyInProgressError,
  IdempotencyKeyReusedError,
  InsufficientScopeError,
  InsufficientStockError,
  InternalError,
  InUseError,
  InvalidCursorError,
  InvalidReferenceError,
  InvalidRequestError,
  InvalidStatusTransitionError,
  InvalidTaxIdError,
  MalformedBodyError,
  MalformedRequestError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  OverlapError,
  PayloadTooLargeError,
  PaymentExceedsTotalError,
  PlanFeatureDisabledError,
  RateLimitExceededError,
  RequestTimeoutError,
  ServiceUnavailableError,
  StaleStockError,
  TooManyConcurrentRequestsError,
  TooManyFailedAuthenticationsError,
  TotalMismatchError,
  UnsupportedMediaTypeError,
  VersionMismatchError,
} from './errors/by-code.ts';
export { ConnectionError } from './errors/connection-error.ts';
export type { Problem, ProblemCode, ProblemError } from './errors/problem.ts';
export { ConfigurationError, TradepostError } from './errors/tradepost-error.ts';
export type { HookAttempt, HookError, HookRequest, HookResponse, HookRetry, Hooks } from './hooks.ts';
export { pacing } from './pacing.ts';
export type { List, Page } from './pagination.ts';
export type { Received, Reply } from './reply.ts';
export type { ChangeOptions, CreateOptions, RequestOptions, UpsertOptions } from './request-options.ts';
export type { BatchItem, BatchResult, Resource } from './resource.ts';
export {
  Categories,
  type Category,
  type CategoryCreate,
  type CategoryQuery,
  type CategoryUpdate,
} from './resources/categories.ts';
export {
  type Coupon,
  type CouponCreate,
  type CouponQuery,
  type CouponRedemption,
  type CouponRedemptionQuery,
  Coupons,
  type CouponUpdate,
  type CouponValidate,
  type CouponValidation,
} from './resources/coupons.ts';
export {
  type Customer,
  type CustomerCreate,
  type CustomerQuery,
  Customers,
  type CustomerUpdate,
} from './resources/customers.ts';
export { type EventPage, type EventQuery, Events } from './resources/events.ts';
export {
  type DeliveryAttemptCreate,
  type Order,
  type OrderCreate,
  type OrderQuery,
  type OrderQuote,
  type OrderStatus,
  type OrderStatusSet,
  Orders,
  type PaymentCreate,
} from './resources/orders.ts';
export {
  type PriceTable,
  type PriceTableCreate,
  type PriceTableEntriesResult,
  type PriceTableEntriesSet,
  type PriceTableEntry,
  type PriceTableEntryQuery,
  type PriceTableQuery,
  PriceTables,
  type PriceTableUpdate,
  type PriceTableUpsert,
} from './resources/price-tables.ts';
export {
  type Product,
  type ProductCreate,
  type ProductQuery,
  Products,
  type ProductUpdate,
  type StockAdjustment,
  type StockAdjustmentCreate,
} from './resources/products.ts';
export {
  type Promotion,
  type PromotionCreate,
  type PromotionQuery,
  Promotions,
  type PromotionUpdate,
} from './resources/promotions.ts';
export {
  Stock,
  type StockBalance,
  type StockMovement,
  type StockMovementQuery,
  type StockQuery,
} from './resources/stock.ts';
export { retries } from './retries.ts';
export type { Runtime } from './runtime.ts';
export { type Export, Transport } from './transport.ts';
export type { WebhookEvent, WebhookEvents, WebhookEventType } from './webhooks/events.ts';
