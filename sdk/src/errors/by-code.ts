// A class for each code that the contract lists, named as the code is, so that neither has to be looked up.
import type { ApiError } from './api-error.ts';
import { errorClass } from './error-class.ts';

/** 400: `errors` has every fault and its place. */
export const InvalidRequestError = /* @__PURE__ */ errorClass('invalid_request');
export type InvalidRequestError = ApiError<'invalid_request'>;

/** 400: the body was not JSON when it arrived. */
export const MalformedBodyError = /* @__PURE__ */ errorClass('malformed_body');
export type MalformedBodyError = ApiError<'malformed_body'>;

/** 400: it was not valid HTTP when it arrived; a proxy in between may have changed it. */
export const MalformedRequestError = /* @__PURE__ */ errorClass('malformed_request');
export type MalformedRequestError = ApiError<'malformed_request'>;

/** 400: the cursor is of another list, tenant or `sort`. */
export const InvalidCursorError = /* @__PURE__ */ errorClass('invalid_cursor');
export type InvalidCursorError = ApiError<'invalid_cursor'>;

/** 401: no key arrived; something in between took it away. */
export const ApiKeyMissingError = /* @__PURE__ */ errorClass('api_key_missing');
export type ApiKeyMissingError = ApiError<'api_key_missing'>;

/** 401: there is no such key. */
export const ApiKeyUnknownError = /* @__PURE__ */ errorClass('api_key_unknown');
export type ApiKeyUnknownError = ApiError<'api_key_unknown'>;

/** 401: the key was deactivated. */
export const ApiKeyInactiveError = /* @__PURE__ */ errorClass('api_key_inactive');
export type ApiKeyInactiveError = ApiError<'api_key_inactive'>;

/** 401: the key has expired. */
export const ApiKeyExpiredError = /* @__PURE__ */ errorClass('api_key_expired');
export type ApiKeyExpiredError = ApiError<'api_key_expired'>;

/** 403: `requiredScopes` has what the operation needs, `grantedScopes` what the key has. */
export const InsufficientScopeError = /* @__PURE__ */ errorClass('insufficient_scope');
export type InsufficientScopeError = ApiError<'insufficient_scope'>;

/** 403: the tenant's plan has no access to the API. */
export const PlanFeatureDisabledError = /* @__PURE__ */ errorClass('plan_feature_disabled');
export type PlanFeatureDisabledError = ApiError<'plan_feature_disabled'>;

/** 404: there is no such thing, or it is not yours. */
export const NotFoundError = /* @__PURE__ */ errorClass('not_found');
export type NotFoundError = ApiError<'not_found'>;

/** 405: the path does not have this method. */
export const MethodNotAllowedError = /* @__PURE__ */ errorClass('method_not_allowed');
export type MethodNotAllowedError = ApiError<'method_not_allowed'>;

/** 406: no representation fits the Accept header. */
export const NotAcceptableError = /* @__PURE__ */ errorClass('not_acceptable');
export type NotAcceptableError = ApiError<'not_acceptable'>;

/** 408: the request did not arrive in time. */
export const RequestTimeoutError = /* @__PURE__ */ errorClass('request_timeout');
export type RequestTimeoutError = ApiError<'request_timeout'>;

/** 409: another row has a value that has to be unique; `errors` names the field. */
export const AlreadyExistsError = /* @__PURE__ */ errorClass('already_exists');
export type AlreadyExistsError = ApiError<'already_exists'>;

/** 409: what is to be deleted is referred to; `problem.in_use_by` tells by what. */
export const InUseError = /* @__PURE__ */ errorClass('in_use');
export type InUseError = ApiError<'in_use'>;

/**
 * 409: `errors` points at each line that cannot be served, with `product_id`, `requested`, and `available` or `on_hand`.
 * Nothing was written.
 */
export const InsufficientStockError = /* @__PURE__ */ errorClass('insufficient_stock');
export type InsufficientStockError = ApiError<'insufficient_stock'>;

/** 409: `expected_on_hand` is not what is on hand; `on_hand` in `errors` is. */
export const StaleStockError = /* @__PURE__ */ errorClass('stale_stock');
export type StaleStockError = ApiError<'stale_stock'>;

/** 409: `problem.total` was computed, not `problem.expected_total`. Nothing was written. */
export const TotalMismatchError = /* @__PURE__ */ errorClass('total_mismatch');
export type TotalMismatchError = ApiError<'total_mismatch'>;

/** 409: it would hold at the same time as another one, the `price_table_id` in `errors`. */
export const OverlapError = /* @__PURE__ */ errorClass('overlap');
export type OverlapError = ApiError<'overlap'>;

/** 409: `allowed` has the statuses that the order may be moved to. */
export const InvalidStatusTransitionError = /* @__PURE__ */ errorClass('invalid_status_transition');
export type InvalidStatusTransitionError = ApiError<'invalid_status_transition'>;

/** 409: the payment is more than what is still to be paid, `problem.remaining`. */
export const PaymentExceedsTotalError = /* @__PURE__ */ errorClass('payment_exceeds_total');
export type PaymentExceedsTotalError = ApiError<'payment_exceeds_total'>;

/** 409: the coupon was used as often as it may be: `problem` has `limited_by` and `limit`. */
export const CouponExhaustedError = /* @__PURE__ */ errorClass('coupon_exhausted');
export type CouponExhaustedError = ApiError<'coupon_exhausted'>;

/** 409: a request with the same Idempotency-Key is still being worked on. */
export const IdempotencyInProgressError = /* @__PURE__ */ errorClass('idempotency_in_progress');
export type IdempotencyInProgressError = ApiError<'idempotency_in_progress'>;

/** 412: it was changed since you read it, and is now of `problem.version`. Nothing was written. */
export const VersionMismatchError = /* @__PURE__ */ errorClass('version_mismatch');
export type VersionMismatchError = ApiError<'version_mismatch'>;

/** 413: the body is too large. */
export const PayloadTooLargeError = /* @__PURE__ */ errorClass('payload_too_large');
export type PayloadTooLargeError = ApiError<'payload_too_large'>;

/** 415: the body has another media type than JSON, or an encoding. */
export const UnsupportedMediaTypeError = /* @__PURE__ */ errorClass('unsupported_media_type');
export type UnsupportedMediaTypeError = ApiError<'unsupported_media_type'>;

/** 417: the `Expect` header asks for something unknown. */
export const ExpectationFailedError = /* @__PURE__ */ errorClass('expectation_failed');
export type ExpectationFailedError = ApiError<'expectation_failed'>;

/** 422: `errors` points at what does not exist, is deleted, or is not active. */
export const InvalidReferenceError = /* @__PURE__ */ errorClass('invalid_reference');
export type InvalidReferenceError = ApiError<'invalid_reference'>;

/** 422: the digits of the tax id cannot be right. */
export const InvalidTaxIdError = /* @__PURE__ */ errorClass('invalid_tax_id');
export type InvalidTaxIdError = ApiError<'invalid_tax_id'>;

/** 422: the coupon does not hold for this order; `detail` says why. */
export const CouponInvalidError = /* @__PURE__ */ errorClass('coupon_invalid');
export type CouponInvalidError = ApiError<'coupon_invalid'>;

/** 422: a category cannot be below itself. */
export const CategoryCycleError = /* @__PURE__ */ errorClass('category_cycle');
export type CategoryCycleError = ApiError<'category_cycle'>;

/** 422: the tree of categories would get too deep. */
export const CategoryTooDeepError = /* @__PURE__ */ errorClass('category_too_deep');
export type CategoryTooDeepError = ApiError<'category_too_deep'>;

/** 422: an amount that was computed is larger than `problem.maximum`. */
export const AmountOutOfRangeError = /* @__PURE__ */ errorClass('amount_out_of_range');
export type AmountOutOfRangeError = ApiError<'amount_out_of_range'>;

/** 422: the Idempotency-Key was used for another request. */
export const IdempotencyKeyReusedError = /* @__PURE__ */ errorClass('idempotency_key_reused');
export type IdempotencyKeyReusedError = ApiError<'idempotency_key_reused'>;

/** 429: the plan's requests of this minute are used up, and repeating did not help. */
export const RateLimitExceededError = /* @__PURE__ */ errorClass('rate_limit_exceeded');
export type RateLimitExceededError = ApiError<'rate_limit_exceeded'>;

/** 429: too many requests of the tenant are in progress, and repeating did not help. */
export const TooManyConcurrentRequestsError = /* @__PURE__ */ errorClass('too_many_concurrent_requests');
export type TooManyConcurrentRequestsError = ApiError<'too_many_concurrent_requests'>;

/** 429: too many requests with an invalid key came from this address, and repeating did not help. */
export const TooManyFailedAuthenticationsError = /* @__PURE__ */ errorClass(
  'too_many_failed_authentications',
);
export type TooManyFailedAuthenticationsError = ApiError<'too_many_failed_authentications'>;
/** 431: the request line and the headers have more than 16 kB. */
export const HeadersTooLargeError = /* @__PURE__ */ errorClass('headers_too_large');
export type HeadersTooLargeError = ApiError<'headers_too_large'>;

/** 500: a fault of Tradepost; quote `requestId`. */
export const InternalError = /* @__PURE__ */ errorClass('internal_error');
export type InternalError = ApiError<'internal_error'>;

/** 503: Tradepost cannot work at the moment, and repeating did not help. */
export const ServiceUnavailableError = /* @__PURE__ */ errorClass('service_unavailable');
export type ServiceUnavailableError = ApiError<'service_unavailable'>;
