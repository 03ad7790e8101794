import type { OrderStatus, Problem, ProblemCode, ProblemError } from '../../../generated/sdk-types.ts';
import { readProblem } from './problem.ts';
import { type AnswerHead, requestIdOf, retryAfterSeconds } from './response-head.ts';
import { printable } from './sanitize.ts';
import { TradepostError } from './tradepost-error.ts';

const ISSUES_IN_MESSAGE = 3; // enough for a line of a log; `errors` has all of them

export interface FailedRequest {
  /** The HTTP method. */
  method: string;
  /** Without the query. */
  url: string;
  /** How many attempts were made in all. */
  attempts: number;
}

/** Behind what a message says happened. */
export function attemptsNote(attempts: number): string {
  return attempts > 1 ? `, after ${attempts} attempts` : '';
}

export interface FailedAnswer extends FailedRequest {
  /** The response without its body. */
  response: AnswerHead;
  /** The body as far as it was read: parsed JSON, text, or nothing. */
  body: unknown;
  /** When the response came. A date in Retry-After is relative to it if the response has no Date of its own. */
  nowMs: number;
}

/**
 * Tradepost, or something in front of it, returned a status other than 2xx, or a 2xx that can't be read. Distinguish
 * errors by class, or by `code` with `isApiError`. `code` is undefined if the response isn't a problem document from
 * Tradepost; go by `status` then. `name` follows from the code: `NotFoundError` from `not_found`.
 */
export class ApiError extends TradepostError {
  override get name(): string {
    return 'ApiError';
  }

  /** The HTTP method. */
  declare readonly method: string;
  /** Without the query, which may hold personal data. */
  declare readonly url: string;
  /** How many attempts were made in all. */
  declare readonly attempts: number;
  /** The status of the response. */
  declare readonly status: number;
  /** What went wrong. Later versions may add codes. Undefined if something other than Tradepost responded. */
  declare readonly code: ProblemCode | undefined;
  /** The code in words. */
  declare readonly title: string;
  /** What was asked, what was found and what to do. */
  declare readonly detail: string;
  /** Each problem and where it is in the request. Empty if it has no place there. */
  declare readonly errors: ProblemError[];
  /** With `invalid_status_transition`: the statuses that the order can move to. */
  declare readonly allowed: OrderStatus[] | undefined;
  /** With `insufficient_scope`: the scopes that the operation needs. */
  declare readonly requiredScopes: string[] | undefined;
  /** With `insufficient_scope`: the scopes that the key has. */
  declare readonly grantedScopes: string[] | undefined;
  /**
   * What else comes with the code, under the contract's names: `total` and `expected_total` with `total_mismatch`,
   * `remaining` with `payment_exceeds_total`, `version`, `limit`, `reserved` and so on.
   */
  declare readonly problem: Partial<Problem>;
  /** Quote it when you contact support. */
  declare readonly requestId: string | undefined;
  /** How long to wait before the next attempt, if the response says so (429, 503, some 409). */
  declare readonly retryAfterSeconds: number | undefined;

  constructor({ method, url, attempts, response, body, nowMs }: FailedAnswer) {
    const problem = readProblem(body);
    const title = problem.title ?? (response.statusText || `HTTP ${response.status}`);
    const detail = problem.detail ?? describeNonProblem(response, body);
    const errors = problem.errors ?? [];
    const requestId = problem.request_id ?? requestIdOf(response);

    super(
      printable(
        `${method} ${url} returned ${headline(response, problem.code)}${attemptsNote(attempts)}: ${detail}` +
          issueList(errors) +
          (requestId ? ` (request ${requestId})` : ''),
      ),
    );
    Object.assign(this, {
      method,
      url,
      attempts,
      status: response.status,
      code: problem.code,
      title,
      detail,
      errors,
      allowed: problem.allowed,
      requiredScopes: problem.required_scopes,
      grantedScopes: problem.granted_scopes,
      problem,
      requestId,
      retryAfterSeconds: retryAfterSeconds(response.headers, nowMs),
    });
  }
}

function headline({ status, statusText }: AnswerHead, code: string | undefined): string {
  return `${status} ${code ?? statusText}`.trimEnd(); // HTTP/2 has no status text
}

function describeNonProblem(response: AnswerHead, body: unknown): string {
  if (response.status >= 300 && response.status < 400) {
    return 'Redirects are not followed. Check baseUrl.';
  }
  const found = body === undefined || body === '' ? 'no body' : contentType(response);
  // A wrong address, or a proxy on the way that answers for Tradepost.
  return `It has ${found}, not what Tradepost returns. Check baseUrl and proxies.`;
}

function contentType(response: AnswerHead): string {
  return response.headers.get('content-type') ?? 'no Content-Type';
}

function issueList(errors: ProblemError[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, ISSUES_IN_MESSAGE).map((issue) => {
    const location = issue.pointer ?? issue.parameter ?? issue.header;
    return location === undefined ? issue.detail : `${location} ${issue.detail}`;
  });
  const more = errors.length - shown.length;
  return ` [${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}]`;
}
