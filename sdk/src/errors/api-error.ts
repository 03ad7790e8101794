import { requestIdOf } from '../reply.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { printable } from './printable.ts';
import { type Problem, type ProblemCode, type ProblemError, readProblem } from './problem.ts';
import { TradepostError } from './tradepost-error.ts';

const ISSUES_IN_MESSAGE = 3; // enough for one line of a log; all of them are in `errors`

export interface FailedRequest {
  method: string;
  url: string;
  /** Which attempt it was, from 1. */
  attempts: number;
}

/** To go into a message. */
export function attemptsNote(attempts: number): string {
  return attempts > 1 ? `, at the last of ${attempts} attempts` : '';
}

/** What is there of an answer before its body; a Response is one. */
export type AnswerHead = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers'>;

export interface FailedAnswer extends FailedRequest {
  response: AnswerHead;
  /** What was read of the body: the parsed JSON, the text, or nothing. */
  body: unknown;
  /** When it was answered, to count to the date of a Retry-After; of the answer's own Date where it has one. */
  nowMs: number;
}

/**
 * Tradepost, or something in front of it, answered with a status other than 2xx, or with a 2xx that cannot be read.
 * Decide by its class, or by `code`, which is undefined when the answer is not a problem document of Tradepost's: go by
 * `status` then. A code that is newer than this package comes as an ApiError that is nothing more special.
 */
export class ApiError<Code = ProblemCode | undefined> extends TradepostError {
  override get name(): string {
    return 'ApiError';
  }

  declare readonly method: string;
  /** Without the query, which may hold personal data. */
  declare readonly url: string;
  /** How often it was tried in all. */
  declare readonly attempts: number;
  declare readonly status: number;
  declare readonly code: Code;
  declare readonly title: string;
  declare readonly detail: string;
  /** Each fault and its place; empty when the problem has no place in the request. */
  declare readonly errors: ProblemError[];
  /** With `invalid_status_transition`, the statuses that the order may be moved to. */
  declare readonly allowed: Problem['allowed'];
  /** With `insufficient_scope`, the scopes that the operation needs. */
  declare readonly requiredScopes: string[] | undefined;
  /** With `insufficient_scope`, the scopes that the key has. */
  declare readonly grantedScopes: string[] | undefined;
  /**
   * What the code tells beside these, as the contract names it: `total` and `expected_total` of a `total_mismatch`,
   * `remaining` of a `payment_exceeds_total`, `version`, `limit`, `reserved` and so on.
   */
  declare readonly problem: Partial<Problem>;
  /** Quote it when you ask for help. */
  declare readonly requestId: string | undefined;
  /** How long to wait before the next try, where the answer says so (429, 503, some 409). */
  declare readonly retryAfterSeconds: number | undefined;

  constructor({ method, url, attempts, response, body, nowMs }: FailedAnswer) {
    const problem = readProblem(body);
    const title = problem.title ?? (response.statusText || `HTTP ${response.status}`);
    const detail = problem.detail ?? describeNonProblem(response, body);
    const errors = problem.errors ?? [];
    const requestId = problem.request_id ?? requestIdOf(response);

    super(
      printable(
        `${method} ${url} answered ${headline(response, problem.code)}: ${detail}` +
          issueList(errors) +
          (requestId ? ` (request ${requestId})` : '') +
          attemptsNote(attempts),
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
  const wanted = response.ok ? 'JSON' : 'a problem';
  return `It has ${found}, not ${wanted}. Check baseUrl.`;
}

function contentType(response: AnswerHead): string {
  return response.headers.get('content-type') ?? 'no Content-Type';
}

function issueList(errors: ProblemError[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, ISSUES_IN_MESSAGE).map((issue) => {
    const place = issue.pointer ?? issue.parameter ?? issue.header;
    return place === undefined ? issue.detail : `${place} ${issue.detail}`;
  });
  const more = errors.length - shown.length;
  return ` [${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}]`;
}
