// A class for each code in the contract, named after the code, so that nobody has to look up either.
import { ApiError, type FailedAnswer } from './api-error.ts';

/** The client throws them. You can construct one in your own tests. */
export type ApiErrorClass<Code> = new (failed: FailedAnswer) => ApiError<Code>;

const classes = new Map<string | undefined, typeof ApiError>();

/**
 * Creates the class of a code and registers it for `apiError`. The calls are marked as pure in spite of that: if a
 * program doesn't name a class, its bundle can drop it, because then the program can't test for it either.
 */
function errorClass<Code extends string>(code: Code): ApiErrorClass<Code> {
  const name = `${code.replace(/_error$/, '').replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Error`;
  const type = class extends ApiError<Code> {
    override get name(): string {
      return name;
    }
  };
  Object.defineProperty(type, 'name', { value: name });
  classes.set(code, type as never);
  return type;
}

/** The error for a response, of its code's class if there is one. */
export function apiError(failed: FailedAnswer): ApiError {
  return new (classes.get((failed.body as { code?: string } | undefined)?.code) ?? ApiError)(failed);
}

/** 400: `errors` lists every problem and where it is. */
export const InvalidRequestError = /* @__PURE__ */ errorClass('invalid_request');
export type InvalidRequestError = ApiError<'invalid_request'>;

/** 400: the body that arrived isn't JSON. */
export const MalformedBodyError = /* @__PURE__ */ errorClass('malformed_body');
export type MalformedBodyError = ApiError<'malformed_body'>;

/** 400: the request that arrived isn't valid HTTP; a proxy may have changed it. */
export const MalformedRequestError = /* @__PURE__ */ errorClass('malformed_request');
export type MalformedRequestError = ApiError<'malformed_request'>;

/** 400: the cursor belongs to another list, tenant or `sort`. */
export const InvalidCursorError = /* @__PURE__ */ errorClass('invalid_cursor');
export type InvalidCursorError = ApiError<'invalid_cursor'>;

/** 401: no key arrived; something on the way removed it. */
export const ApiKeyMissingError = /* @__PURE__ */ errorClass('api_key_missing');
export type ApiKeyMissingError = ApiError<'api_key_missing'>;

/** 401: the key doesn't exist. */
export const ApiKeyUnknownError = /* @__PURE__ */ errorClass('api_key_unknown');
export type ApiKeyUnknownError = ApiError<'api_key_unknown'>;

/** 401: the key was deactivated. */
export const ApiKeyInactiveError = /* @__PURE__ */ errorClass('api_key_inactive');
export type ApiKeyInactiveError = ApiError<'api_key_inactive'>;

/** 401: the key has expired. */
export const ApiKeyExpiredError = /* @__PURE__ */ errorClass('api_key_expired');
export type ApiKeyExpiredError = ApiError<'api_key_expired'>;

/** 403: the operation needs `requiredScopes`, the key has `grantedScopes`. */
export const InsufficientScopeError = /* @__PURE__ */ errorClass('insufficient_scope');
export type InsufficientScopeError = ApiError<'insufficient_scope'>;

/** 403: the tenant's plan doesn't include the API. */
export const PlanFeatureDisabledError = /* @__PURE__ */ errorClass('plan_feature_disabled');
export type PlanFeatureDisabledError = ApiError<'plan_feature_disabled'>;

/** 404: it doesn't exist, or it belongs to another tenant. */
export const NotFoundError = /* @__PURE__ */ errorClass('not_found');
export type NotFoundError = ApiError<'not_found'>;

/** 405: the path doesn't support this method. */
export const MethodNotAllowedError = /* @__PURE__ */ errorClass('method_not_allowed');
export type MethodNotAllowedError = ApiError<'method_not_allowed'>;

/** 406: no representation matches the Accept header. */
export const NotAcceptableError = /* @__PURE__ */ errorClass('not_acceptable');
export type NotAcceptableError = ApiError<'not_acceptable'>;

/** 408: the request didn't arrive in time. */
export const RequestTimeoutError = /* @__PURE__ */ errorClass('request_timeout');
export type RequestTimeoutError = ApiError<'request_timeout'>;

/** 409: another row already has a value that must be unique; `errors` names the field. */
export const AlreadyExistsError = /* @__PURE__ */ errorClass('already_exists');
export type AlreadyExistsError = ApiError<'already_exists'>;

/** 409: it can't be deleted while other rows refer to it; see `problem.in_use_by`. */
export const InUseError = /* @__PURE__ */ errorClass('in_use');
export type InUseError = ApiError<'in_use'>;

/**
 * 409: `errors` points at each line that is short of stock, with `product_id`, `requested`, and `available` or
 * `on_hand`. Nothing was written.
 */
export const InsufficientStockError = /* @__PURE__ */ errorClass('insufficient_stock');
export type InsufficientStockError = ApiError<'insufficient_stock'>;

/** 409: `expected_on_hand` is out of date; `on_hand` in `errors` has the current quantity. */
export const StaleStockError = /* @__PURE__ */ errorClass('stale_stock');
export type StaleStockError = ApiError<'stale_stock'>;

/** 409: the total is `problem.total`, not `problem.expected_total`. Nothing was written. */
export const TotalMismatchError = /* @__PURE__ */ errorClass('total_mismatch');
export type TotalMismatchError = ApiError<'total_mismatch'>;

/** 409: it would apply at the same time as the price table with the `price_table_id` in `errors`. */
export const OverlapError = /* @__PURE__ */ errorClass('overlap');
export type OverlapError = ApiError<'overlap'>;

/** 409: the order can't move to this status; `allowed` lists those it can move to. */
export const InvalidStatusTransitionError = /* @__PURE__ */ errorClass('invalid_status_transition');
export type InvalidStatusTransitionError = ApiError<'invalid_status_transition'>;

/** 409: the payment exceeds what is left to pay, `problem.remaining`. */
export const PaymentExceedsTotalError = /* @__PURE__ */ errorClass('payment_exceeds_total');
export type PaymentExceedsTotalError = ApiError<'payment_exceeds_total'>;

/** 409: the coupon's usage limit is reached; `problem` has `limited_by` and `limit`. */
export const CouponExhaustedError = /* @__PURE__ */ errorClass('coupon_exhausted');
export type CouponExhaustedError = ApiError<'coupon_exhausted'>;

/** 409: a request with the same Idempotency-Key is still in progress. */
export const IdempotencyInProgressError = /* @__PURE__ */ errorClass('idempotency_in_progress');
export type IdempotencyInProgressError = ApiError<'idempotency_in_progress'>;

/** 412: it has changed since you read it and is now at `problem.version`. Nothing was written. */
export const VersionMismatchError = /* @__PURE__ */ errorClass('version_mismatch');
export type VersionMismatchError = ApiError<'version_mismatch'>;

/** 413: the body is too large. */
export const PayloadTooLargeError = /* @__PURE__ */ errorClass('payload_too_large');
export type PayloadTooLargeError = ApiError<'payload_too_large'>;

/** 415: the body isn't JSON, or has a content encoding. */
export const UnsupportedMediaTypeError = /* @__PURE__ */ errorClass('unsupported_media_type');
export type UnsupportedMediaTypeError = ApiError<'unsupported_media_type'>;

/** 417: the `Expect` header asks for something unsupported. */
export const ExpectationFailedError = /* @__PURE__ */ errorClass('expectation_failed');
export type ExpectationFailedError = ApiError<'expectation_failed'>;

/** 422: `errors` points at references that don't exist, are deleted, or aren't active. */
export const InvalidReferenceError = /* @__PURE__ */ errorClass('invalid_reference');
export type InvalidReferenceError = ApiError<'invalid_reference'>;

/** 422: the tax id isn't valid. */
export const InvalidTaxIdError = /* @__PURE__ */ errorClass('invalid_tax_id');
export type InvalidTaxIdError = ApiError<'invalid_tax_id'>;

/** 422: the coupon isn't valid for this order; `detail` says why. */
export const CouponInvalidError = /* @__PURE__ */ errorClass('coupon_invalid');
export type CouponInvalidError = ApiError<'coupon_invalid'>;

/** 422: a category can't be its own ancestor. */
export const CategoryCycleError = /* @__PURE__ */ errorClass('category_cycle');
export type CategoryCycleError = ApiError<'category_cycle'>;

/** 422: the category tree would be too deep. */
export const CategoryTooDeepError = /* @__PURE__ */ errorClass('category_too_deep');
export type CategoryTooDeepError = ApiError<'category_too_deep'>;

/** 422: a computed amount is larger than `problem.maximum`. */
export const AmountOutOfRangeError = /* @__PURE__ */ errorClass('amount_out_of_range');
export type AmountOutOfRangeError = ApiError<'amount_out_of_range'>;

/** 422: the Idempotency-Key was used for a different request. */
export const IdempotencyKeyReusedError = /* @__PURE__ */ errorClass('idempotency_key_reused');
export type IdempotencyKeyReusedError = ApiError<'idempotency_key_reused'>;

/** 429: the plan's requests for this minute are used up, and retrying didn't help. */
export const RateLimitExceededError = /* @__PURE__ */ errorClass('rate_limit_exceeded');
export type RateLimitExceededError = ApiError<'rate_limit_exceeded'>;

/** 429: the tenant has too many requests in progress, and retrying didn't help. */
export const TooManyConcurrentRequestsError = /* @__PURE__ */ errorClass('too_many_concurrent_requests');
export type TooManyConcurrentRequestsError = ApiError<'too_many_concurrent_requests'>;

/** 429: too many requests with an invalid key came from this address, and retrying didn't help. */
export const TooManyFailedAuthenticationsError = /* @__PURE__ */ errorClass(
  'too_many_failed_authentications',
);
export type TooManyFailedAuthenticationsError = ApiError<'too_many_failed_authentications'>;
/** 431: the request line and headers are over 16 kB. */
export const HeadersTooLargeError = /* @__PURE__ */ errorClass('headers_too_large');
export type HeadersTooLargeError = ApiError<'headers_too_large'>;

/** 500: a bug in Tradepost; quote `requestId` when you report it. */
export const InternalError = /* @__PURE__ */ errorClass('internal_error');
export type InternalError = ApiError<'internal_error'>;

/** 503: Tradepost is unavailable, and retrying didn't help. */
export const ServiceUnavailableError = /* @__PURE__ */ errorClass('service_unavailable');
export type ServiceUnavailableError = ApiError<'service_unavailable'>;
