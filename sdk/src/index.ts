export type { Client, Middleware } from 'openapi-fetch';
export type { components, operations, paths } from '../../generated/openapi.ts';
export type * from '../../generated/sdk-types.ts';
export { Tradepost } from './client/client.ts';
export type { TradepostConfig } from './client/config.ts';
export { type Logger, type LoggingOptions, type LogLevel, logging } from './client/logging.ts';
export { ApiError, type FailedAnswer } from './errors/api-error.ts';
export {
  AlreadyExistsError,
  AmountOutOfRangeError,
  ApiKeyExpiredError,
  ApiKeyInactiveError,
  ApiKeyMissingError,
  ApiKeyUnknownError,
  CategoryCycleError,
  CategoryTooDeepError,
  CouponExhaustedError,
  CouponInvalidError,
  ExpectationFailedError,
  FeedRewoundError,
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
  LimitReachedError,
  MalformedBodyError,
  MalformedRequestError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  OrderDiffersError,
  OrderNotEditableError,
  OutcomeUnknownError,
  OverlapError,
  PayloadTooLargeError,
  PaymentExceedsTotalError,
  PaymentNotAllowedError,
  PaymentRefundedError,
  PaymentVoidedError,
  PlanFeatureDisabledError,
  RateLimitExceededError,
  RefundExceedsPaidError,
  RequestTimeoutError,
  ReturnExceedsSoldError,
  ReturnNotAllowedError,
  ServiceUnavailableError,
  StaleStockError,
  StorageFullError,
  TenantSuspendedError,
  TooManyConcurrentRequestsError,
  TooManyFailedAuthenticationsError,
  TotalMismatchError,
  UnsupportedMediaTypeError,
  VersionMismatchError,
} from './errors/by-code.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { type ApiErrorClass, type ApiErrorOf, isApiError } from './errors/error-class.ts';
export { ImportStoppedError } from './errors/import-stopped-error.ts';
export type { AnswerHead } from './errors/response-head.ts';
export { ConfigurationError, TradepostError } from './errors/tradepost-error.ts';
export type { CursorStore } from './events/cursors/cursor-store.ts';
export type { FollowOptions } from './events/follow-feed.ts';
export type { Export, ExportedRows } from './lists/export.ts';
export type { CsvRow } from './lists/export-parsers.ts';
export type { List, Page, ToArrayOptions } from './lists/pagination.ts';
export type { BatchAllResult, BatchItem, BatchItems, BatchResult } from './resources/batch.ts';
export { Categories } from './resources/categories.ts';
export { Coupons } from './resources/coupons.ts';
export { Customers } from './resources/customers.ts';
export { Events } from './resources/events.ts';
export type { ImportAllOptions, ImportAllResult, ImportProgress } from './resources/import-all.ts';
export { money, unitPrice } from './resources/money.ts';
export { Orders } from './resources/orders.ts';
export { PriceTables } from './resources/price-tables.ts';
export { Products } from './resources/products.ts';
export { Promotions } from './resources/promotions.ts';
export { Reports } from './resources/reports.ts';
export type { Resource } from './resources/resource.ts';
export { Stock } from './resources/stock.ts';
export type {
  SyncChange,
  SyncList,
  SyncOptions,
  SyncProgress,
  SyncReport,
  SyncRows,
} from './sync/options.ts';
export type { Call } from './transport/api-call.ts';
export type { Received, Reply } from './transport/api-promise.ts';
export type { Fetch, FetchResponse, TransportConfig } from './transport/config.ts';
export type { Attempt, FetchWrapper } from './transport/fetch-wrapper.ts';
export type {
  HookAttempt,
  HookError,
  HookRequest,
  HookResponse,
  HookRetry,
  Hooks,
} from './transport/hooks.ts';
export { idempotencyKeyOf } from './transport/idempotency-key.ts';
export { pacing } from './transport/pacing.ts';
export type {
  ActionOptions,
  ChangeOptions,
  CreateOptions,
  ListOptions,
  ListProgress,
  MatchOptions,
  RequestOptions,
  UpsertOptions,
} from './transport/request-options.ts';
export { type RetryTiming, retries } from './transport/retries.ts';
export type { Runtime } from './transport/runtime.ts';
export { Transport } from './transport/transport.ts';
