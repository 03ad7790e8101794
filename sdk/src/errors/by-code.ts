// A class for each code in the contract, named after the code, so that nobody has to look up either.
import type { ApiError } from './api-error.ts';
import { errorClass } from './error-class.ts';

/** 400: `errors` lists every problem and where it is. */
export const InvalidRequestError = /* @__PURE__ */ errorClass<InvalidRequestError>('invalid_request');
/** 400: `errors` lists every problem and where it is. */
export interface InvalidRequestError extends ApiError {
  /** The problem's code. */
  readonly code: 'invalid_request';
}

/** 400: the body that arrived isn't JSON. */
export const MalformedBodyError = /* @__PURE__ */ errorClass<MalformedBodyError>('malformed_body');
/** 400: the body that arrived isn't JSON. */
export interface MalformedBodyError extends ApiError {
  /** The problem's code. */
  readonly code: 'malformed_body';
}

/** 400: the request that arrived isn't valid HTTP; a proxy may have changed it. */
export const MalformedRequestError = /* @__PURE__ */ errorClass<MalformedRequestError>('malformed_request');
/** 400: the request that arrived isn't valid HTTP; a proxy may have changed it. */
export interface MalformedRequestError extends ApiError {
  /** The problem's code. */
  readonly code: 'malformed_request';
}

/** 400: the cursor belongs to another list, tenant or `sort`. */
export const InvalidCursorError = /* @__PURE__ */ errorClass<InvalidCursorError>('invalid_cursor');
/** 400: the cursor belongs to another list, tenant or `sort`. */
export interface InvalidCursorError extends ApiError {
  /** The problem's code. */
  readonly code: 'invalid_cursor';
}

/** 400: the event feed was set back to an earlier point; `problem.resume_cursor` says where to go on. */
export const FeedRewoundError = /* @__PURE__ */ errorClass<FeedRewoundError>('feed_rewound');
/** 400: the event feed was set back to an earlier point; `problem.resume_cursor` says where to go on. */
export interface FeedRewoundError extends ApiError {
  /** The problem's code. */
  readonly code: 'feed_rewound';
}

/** 401: no key arrived; something on the way removed it. */
export const ApiKeyMissingError = /* @__PURE__ */ errorClass<ApiKeyMissingError>('api_key_missing');
/** 401: no key arrived; something on the way removed it. */
export interface ApiKeyMissingError extends ApiError {
  /** The problem's code. */
  readonly code: 'api_key_missing';
}

/** 401: the key doesn't exist. */
export const ApiKeyUnknownError = /* @__PURE__ */ errorClass<ApiKeyUnknownError>('api_key_unknown');
/** 401: the key doesn't exist. */
export interface ApiKeyUnknownError extends ApiError {
  /** The problem's code. */
  readonly code: 'api_key_unknown';
}

/** 401: the key was deactivated. */
export const ApiKeyInactiveError = /* @__PURE__ */ errorClass<ApiKeyInactiveError>('api_key_inactive');
/** 401: the key was deactivated. */
export interface ApiKeyInactiveError extends ApiError {
  /** The problem's code. */
  readonly code: 'api_key_inactive';
}

/** 401: the key has expired. */
export const ApiKeyExpiredError = /* @__PURE__ */ errorClass<ApiKeyExpiredError>('api_key_expired');
/** 401: the key has expired. */
export interface ApiKeyExpiredError extends ApiError {
  /** The problem's code. */
  readonly code: 'api_key_expired';
}

/** 403: the operation needs `requiredScopes`, the key has `grantedScopes`. */
export const InsufficientScopeError =
  /* @__PURE__ */ errorClass<InsufficientScopeError>('insufficient_scope');
/** 403: the operation needs `requiredScopes`, the key has `grantedScopes`. */
export interface InsufficientScopeError extends ApiError {
  /** The problem's code. */
  readonly code: 'insufficient_scope';
}

/** 403: the operator of the service has suspended the tenant. */
export const TenantSuspendedError = /* @__PURE__ */ errorClass<TenantSuspendedError>('tenant_suspended');
/** 403: the operator of the service has suspended the tenant. */
export interface TenantSuspendedError extends ApiError {
  /** The problem's code. */
  readonly code: 'tenant_suspended';
}

/** 403: the tenant's plan doesn't include the API. */
export const PlanFeatureDisabledError =
  /* @__PURE__ */ errorClass<PlanFeatureDisabledError>('plan_feature_disabled');
/** 403: the tenant's plan doesn't include the API. */
export interface PlanFeatureDisabledError extends ApiError {
  /** The problem's code. */
  readonly code: 'plan_feature_disabled';
}

/** 403: the tenant has stored as much as its plan includes. */
export const StorageFullError = /* @__PURE__ */ errorClass<StorageFullError>('storage_full');
/** 403: the tenant has stored as much as its plan includes. */
export interface StorageFullError extends ApiError {
  /** The problem's code. */
  readonly code: 'storage_full';
}

/** 404: it doesn't exist, or it belongs to another tenant. */
export const NotFoundError = /* @__PURE__ */ errorClass<NotFoundError>('not_found');
/** 404: it doesn't exist, or it belongs to another tenant. */
export interface NotFoundError extends ApiError {
  /** The problem's code. */
  readonly code: 'not_found';
}

/** 405: the path doesn't support this method. */
export const MethodNotAllowedError = /* @__PURE__ */ errorClass<MethodNotAllowedError>('method_not_allowed');
/** 405: the path doesn't support this method. */
export interface MethodNotAllowedError extends ApiError {
  /** The problem's code. */
  readonly code: 'method_not_allowed';
}

/** 406: no representation matches the Accept header. */
export const NotAcceptableError = /* @__PURE__ */ errorClass<NotAcceptableError>('not_acceptable');
/** 406: no representation matches the Accept header. */
export interface NotAcceptableError extends ApiError {
  /** The problem's code. */
  readonly code: 'not_acceptable';
}

/** 408: the request didn't arrive in time. */
export const RequestTimeoutError = /* @__PURE__ */ errorClass<RequestTimeoutError>('request_timeout');
/** 408: the request didn't arrive in time. */
export interface RequestTimeoutError extends ApiError {
  /** The problem's code. */
  readonly code: 'request_timeout';
}

/** 409: another row already has a value that must be unique; `errors` names the field, `problem.existing_id` the row. */
export const AlreadyExistsError = /* @__PURE__ */ errorClass<AlreadyExistsError>('already_exists');
/** 409: another row already has a value that must be unique; `errors` names the field, `problem.existing_id` the row. */
export interface AlreadyExistsError extends ApiError {
  /** The problem's code. */
  readonly code: 'already_exists';
}

/** 409: it can't be deleted while other rows refer to it; see `problem.in_use_by`. */
export const InUseError = /* @__PURE__ */ errorClass<InUseError>('in_use');
/** 409: it can't be deleted while other rows refer to it; see `problem.in_use_by`. */
export interface InUseError extends ApiError {
  /** The problem's code. */
  readonly code: 'in_use';
}

/**
 * 409: `errors` points at each line that is short of stock, with `product_id`, `requested`, and `available` or
 * `on_hand`. Nothing was written.
 */
export const InsufficientStockError =
  /* @__PURE__ */ errorClass<InsufficientStockError>('insufficient_stock');
/**
 * 409: `errors` points at each line that is short of stock, with `product_id`, `requested`, and `available` or
 * `on_hand`. Nothing was written.
 */
export interface InsufficientStockError extends ApiError {
  /** The problem's code. */
  readonly code: 'insufficient_stock';
}

/** 409: `expected_on_hand` is out of date; `on_hand` in `errors` has the current quantity. */
export const StaleStockError = /* @__PURE__ */ errorClass<StaleStockError>('stale_stock');
/** 409: `expected_on_hand` is out of date; `on_hand` in `errors` has the current quantity. */
export interface StaleStockError extends ApiError {
  /** The problem's code. */
  readonly code: 'stale_stock';
}

/** 409: the total is `problem.total`, not `problem.expected_total`. Nothing was written. */
export const TotalMismatchError = /* @__PURE__ */ errorClass<TotalMismatchError>('total_mismatch');
/** 409: the total is `problem.total`, not `problem.expected_total`. Nothing was written. */
export interface TotalMismatchError extends ApiError {
  /** The problem's code. */
  readonly code: 'total_mismatch';
}

/** 409: it would apply at the same time as the price table with the `price_table_id` in `errors`. */
export const OverlapError = /* @__PURE__ */ errorClass<OverlapError>('overlap');
/** 409: it would apply at the same time as the price table with the `price_table_id` in `errors`. */
export interface OverlapError extends ApiError {
  /** The problem's code. */
  readonly code: 'overlap';
}

/** 409: the order can't move to this status; `allowed` lists those it can move to. */
export const InvalidStatusTransitionError =
  /* @__PURE__ */ errorClass<InvalidStatusTransitionError>('invalid_status_transition');
/** 409: the order can't move to this status; `allowed` lists those it can move to. */
export interface InvalidStatusTransitionError extends ApiError {
  /** The problem's code. */
  readonly code: 'invalid_status_transition';
}

/** 409: `problem.errors` points at the fields that can't change in the order's status. */
export const OrderNotEditableError = /* @__PURE__ */ errorClass<OrderNotEditableError>('order_not_editable');
/** 409: `problem.errors` points at the fields that can't change in the order's status. */
export interface OrderNotEditableError extends ApiError {
  /** The problem's code. */
  readonly code: 'order_not_editable';
}

/** 409: an order with this `external_id` is there and differs; `errors` points at each place. Only rows of an import have it. */
export const OrderDiffersError = /* @__PURE__ */ errorClass<OrderDiffersError>('order_differs');
/** 409: an order with this `external_id` is there and differs; `errors` points at each place. Only rows of an import have it. */
export interface OrderDiffersError extends ApiError {
  /** The problem's code. */
  readonly code: 'order_differs';
}

/** 409: the payment exceeds what is left to pay, `problem.remaining`. */
export const PaymentExceedsTotalError =
  /* @__PURE__ */ errorClass<PaymentExceedsTotalError>('payment_exceeds_total');
/** 409: the payment exceeds what is left to pay, `problem.remaining`. */
export interface PaymentExceedsTotalError extends ApiError {
  /** The problem's code. */
  readonly code: 'payment_exceeds_total';
}

/** 409: the order is Canceled, and takes a payment with `allow_overpayment` alone. */
export const PaymentNotAllowedError =
  /* @__PURE__ */ errorClass<PaymentNotAllowedError>('payment_not_allowed');
/** 409: the order is Canceled, and takes a payment with `allow_overpayment` alone. */
export interface PaymentNotAllowedError extends ApiError {
  /** The problem's code. */
  readonly code: 'payment_not_allowed';
}

/** 409: refunds would exceed what is left; `problem.refunded_total` has been refunded. Nothing was written. */
export const PaymentRefundedError = /* @__PURE__ */ errorClass<PaymentRefundedError>('payment_refunded');
/** 409: refunds would exceed what is left; `problem.refunded_total` has been refunded. Nothing was written. */
export interface PaymentRefundedError extends ApiError {
  /** The problem's code. */
  readonly code: 'payment_refunded';
}

/** 409: the refund names a voided payment, which has nothing to refund. */
export const PaymentVoidedError = /* @__PURE__ */ errorClass<PaymentVoidedError>('payment_voided');
/** 409: the refund names a voided payment, which has nothing to refund. */
export interface PaymentVoidedError extends ApiError {
  /** The problem's code. */
  readonly code: 'payment_voided';
}

/** 409: the refund exceeds what can still be paid back, `problem.refundable`. */
export const RefundExceedsPaidError =
  /* @__PURE__ */ errorClass<RefundExceedsPaidError>('refund_exceeds_paid');
/** 409: the refund exceeds what can still be paid back, `problem.refundable`. */
export interface RefundExceedsPaidError extends ApiError {
  /** The problem's code. */
  readonly code: 'refund_exceeds_paid';
}

/** 409: the order isn't In_Transit or Delivered, so nothing can come back. */
export const ReturnNotAllowedError = /* @__PURE__ */ errorClass<ReturnNotAllowedError>('return_not_allowed');
/** 409: the order isn't In_Transit or Delivered, so nothing can come back. */
export interface ReturnNotAllowedError extends ApiError {
  /** The problem's code. */
  readonly code: 'return_not_allowed';
}

/** 409: more would come back than was sold; `errors` has `sold` and `returned`. Nothing was written. */
export const ReturnExceedsSoldError =
  /* @__PURE__ */ errorClass<ReturnExceedsSoldError>('return_exceeds_sold');
/** 409: more would come back than was sold; `errors` has `sold` and `returned`. Nothing was written. */
export interface ReturnExceedsSoldError extends ApiError {
  /** The problem's code. */
  readonly code: 'return_exceeds_sold';
}

/** 409: the order has `problem.limit` entries of this kind and can't have more. */
export const LimitReachedError = /* @__PURE__ */ errorClass<LimitReachedError>('limit_reached');
/** 409: the order has `problem.limit` entries of this kind and can't have more. */
export interface LimitReachedError extends ApiError {
  /** The problem's code. */
  readonly code: 'limit_reached';
}

/** 409: the coupon's usage limit is reached; `problem` has `limited_by` and `limit`. */
export const CouponExhaustedError = /* @__PURE__ */ errorClass<CouponExhaustedError>('coupon_exhausted');
/** 409: the coupon's usage limit is reached; `problem` has `limited_by` and `limit`. */
export interface CouponExhaustedError extends ApiError {
  /** The problem's code. */
  readonly code: 'coupon_exhausted';
}

/** 409: a request with the same Idempotency-Key is still in progress. */
export const IdempotencyInProgressError =
  /* @__PURE__ */ errorClass<IdempotencyInProgressError>('idempotency_in_progress');
/** 409: a request with the same Idempotency-Key is still in progress. */
export interface IdempotencyInProgressError extends ApiError {
  /** The problem's code. */
  readonly code: 'idempotency_in_progress';
}

/** 412: it has changed since you read it and is now at `problem.version`. Nothing was written. */
export const VersionMismatchError = /* @__PURE__ */ errorClass<VersionMismatchError>('version_mismatch');
/** 412: it has changed since you read it and is now at `problem.version`. Nothing was written. */
export interface VersionMismatchError extends ApiError {
  /** The problem's code. */
  readonly code: 'version_mismatch';
}

/** 413: the body is too large. */
export const PayloadTooLargeError = /* @__PURE__ */ errorClass<PayloadTooLargeError>('payload_too_large');
/** 413: the body is too large. */
export interface PayloadTooLargeError extends ApiError {
  /** The problem's code. */
  readonly code: 'payload_too_large';
}

/** 415: the body isn't JSON, or has a content encoding. */
export const UnsupportedMediaTypeError =
  /* @__PURE__ */ errorClass<UnsupportedMediaTypeError>('unsupported_media_type');
/** 415: the body isn't JSON, or has a content encoding. */
export interface UnsupportedMediaTypeError extends ApiError {
  /** The problem's code. */
  readonly code: 'unsupported_media_type';
}

/** 417: the `Expect` header asks for something unsupported. */
export const ExpectationFailedError =
  /* @__PURE__ */ errorClass<ExpectationFailedError>('expectation_failed');
/** 417: the `Expect` header asks for something unsupported. */
export interface ExpectationFailedError extends ApiError {
  /** The problem's code. */
  readonly code: 'expectation_failed';
}

/** 422: `errors` points at references that don't exist, are deleted, or aren't active. */
export const InvalidReferenceError = /* @__PURE__ */ errorClass<InvalidReferenceError>('invalid_reference');
/** 422: `errors` points at references that don't exist, are deleted, or aren't active. */
export interface InvalidReferenceError extends ApiError {
  /** The problem's code. */
  readonly code: 'invalid_reference';
}

/** 422: the tax id isn't valid. */
export const InvalidTaxIdError = /* @__PURE__ */ errorClass<InvalidTaxIdError>('invalid_tax_id');
/** 422: the tax id isn't valid. */
export interface InvalidTaxIdError extends ApiError {
  /** The problem's code. */
  readonly code: 'invalid_tax_id';
}

/** 422: the coupon isn't valid for this order; `detail` says why. */
export const CouponInvalidError = /* @__PURE__ */ errorClass<CouponInvalidError>('coupon_invalid');
/** 422: the coupon isn't valid for this order; `detail` says why. */
export interface CouponInvalidError extends ApiError {
  /** The problem's code. */
  readonly code: 'coupon_invalid';
}

/** 422: a category can't be its own ancestor. */
export const CategoryCycleError = /* @__PURE__ */ errorClass<CategoryCycleError>('category_cycle');
/** 422: a category can't be its own ancestor. */
export interface CategoryCycleError extends ApiError {
  /** The problem's code. */
  readonly code: 'category_cycle';
}

/** 422: the category tree would be too deep. */
export const CategoryTooDeepError = /* @__PURE__ */ errorClass<CategoryTooDeepError>('category_too_deep');
/** 422: the category tree would be too deep. */
export interface CategoryTooDeepError extends ApiError {
  /** The problem's code. */
  readonly code: 'category_too_deep';
}

/** 422: a computed amount is larger than `problem.maximum`. */
export const AmountOutOfRangeError = /* @__PURE__ */ errorClass<AmountOutOfRangeError>('amount_out_of_range');
/** 422: a computed amount is larger than `problem.maximum`. */
export interface AmountOutOfRangeError extends ApiError {
  /** The problem's code. */
  readonly code: 'amount_out_of_range';
}

/** 422: the Idempotency-Key was used for a different request. */
export const IdempotencyKeyReusedError =
  /* @__PURE__ */ errorClass<IdempotencyKeyReusedError>('idempotency_key_reused');
/** 422: the Idempotency-Key was used for a different request. */
export interface IdempotencyKeyReusedError extends ApiError {
  /** The problem's code. */
  readonly code: 'idempotency_key_reused';
}

/** 429: the plan's requests for this minute are used up, and retrying didn't help. */
export const RateLimitExceededError =
  /* @__PURE__ */ errorClass<RateLimitExceededError>('rate_limit_exceeded');
/** 429: the plan's requests for this minute are used up, and retrying didn't help. */
export interface RateLimitExceededError extends ApiError {
  /** The problem's code. */
  readonly code: 'rate_limit_exceeded';
}

/** 429: the tenant has too many requests in progress, and retrying didn't help. */
export const TooManyConcurrentRequestsError = /* @__PURE__ */ errorClass<TooManyConcurrentRequestsError>(
  'too_many_concurrent_requests',
);
/** 429: the tenant has too many requests in progress, and retrying didn't help. */
export interface TooManyConcurrentRequestsError extends ApiError {
  /** The problem's code. */
  readonly code: 'too_many_concurrent_requests';
}

/** 429: too many requests with an invalid key came from this address, and retrying didn't help. */
export const TooManyFailedAuthenticationsError =
  /* @__PURE__ */ errorClass<TooManyFailedAuthenticationsError>('too_many_failed_authentications');
/** 429: too many requests with an invalid key came from this address, and retrying didn't help. */
export interface TooManyFailedAuthenticationsError extends ApiError {
  /** The problem's code. */
  readonly code: 'too_many_failed_authentications';
}
/** 431: the request line and headers are over 16 kB. */
export const HeadersTooLargeError = /* @__PURE__ */ errorClass<HeadersTooLargeError>('headers_too_large');
/** 431: the request line and headers are over 16 kB. */
export interface HeadersTooLargeError extends ApiError {
  /** The problem's code. */
  readonly code: 'headers_too_large';
}

/** 500: a bug in Tradepost; quote `requestId` when you report it. */
export const InternalError = /* @__PURE__ */ errorClass<InternalError>('internal_error');
/** 500: a bug in Tradepost; quote `requestId` when you report it. */
export interface InternalError extends ApiError {
  /** The problem's code. */
  readonly code: 'internal_error';
}

/** 503: Tradepost is unavailable, and retrying didn't help. */
export const ServiceUnavailableError =
  /* @__PURE__ */ errorClass<ServiceUnavailableError>('service_unavailable');
/** 503: Tradepost is unavailable, and retrying didn't help. */
export interface ServiceUnavailableError extends ApiError {
  /** The problem's code. */
  readonly code: 'service_unavailable';
}

/** 503: the request may have been carried out, as a whole, and retrying didn't tell. Repeat it with the same `idempotencyKey`. */
export const OutcomeUnknownError = /* @__PURE__ */ errorClass<OutcomeUnknownError>('outcome_unknown');
/** 503: the request may have been carried out, as a whole, and retrying didn't tell. Repeat it with the same `idempotencyKey`. */
export interface OutcomeUnknownError extends ApiError {
  /** The problem's code. */
  readonly code: 'outcome_unknown';
}
