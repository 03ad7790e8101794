import { type Problem, type ProblemCode, type ProblemError, readProblem } from './problem.ts';
import { TradepostError } from './tradepost-error.ts';

const FAULTS_IN_MESSAGE = 3; // enough for one line of a log; all of them are in `errors`

export interface FailedAnswer {
  method: string;
  url: string;
  response: Response;
  /** What was read of the body: the parsed JSON, the text, or nothing. */
  body: unknown;
}

/**
 * Tradepost, or something in front of it, answered with a status other than 2xx, or with a 2xx that cannot be read.
 * Decide by `code`; it is undefined when the answer is not a problem document of Tradepost's: go by `status` then.
 */
export class ApiError extends TradepostError {
  override get name(): string {
    return 'ApiError';
  }

  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  readonly status: number;
  readonly code: ProblemCode | undefined;
  readonly title: string;
  readonly detail: string;
  /** Each fault and its place; empty when the problem has no place in the request. */
  readonly errors: ProblemError[];
  /** With `invalid_status_transition`, the statuses that the order may be moved to. */
  readonly allowed: Problem['allowed'];
  /** With `insufficient_scope`, the scopes that the operation needs. */
  readonly requiredScopes: string[] | undefined;
  /** With `insufficient_scope`, the scopes that the key has. */
  readonly grantedScopes: string[] | undefined;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** How long to wait before the next try, where the answer says so (429, 503, some 409). */
  readonly retryAfterSeconds: number | undefined;

  constructor({ method, url, response, body }: FailedAnswer) {
    const problem = readProblem(body);
    const title = problem.title ?? (response.statusText || `HTTP ${response.status}`);
    const detail = problem.detail ?? withoutProblem(response, body);
    const errors = problem.errors ?? [];
    const requestId = problem.request_id ?? response.headers.get('x-request-id') ?? undefined;

    super(
      `${method} ${url} answered ${headline(response, problem.code)}: ${detail}` +
        faultList(errors) +
        (requestId ? ` (request ${requestId})` : ''),
    );
    this.method = method;
    this.url = url;
    this.status = response.status;
    this.code = problem.code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.allowed = problem.allowed;
    this.requiredScopes = problem.required_scopes;
    this.grantedScopes = problem.granted_scopes;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfter(response);
  }
}

function headline({ status, statusText }: Response, code: string | undefined): string {
  return `${status} ${code ?? statusText}`.trimEnd(); // HTTP/2 has no status text
}

function withoutProblem(response: Response, body: unknown): string {
  if (response.status >= 300 && response.status < 400) {
    return 'Redirects are not followed, so that a write is not turned into a read. Check baseUrl, https included.';
  }
  const found = body === undefined || body === '' ? 'no body' : contentType(response);
  const wanted = response.ok ? 'JSON' : 'a problem document';
  return `The answer has ${found} in place of ${wanted}. It may come from a proxy; check baseUrl.`;
}

function contentType(response: Response): string {
  return response.headers.get('content-type') ?? 'no Content-Type';
}

function faultList(errors: ProblemError[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, FAULTS_IN_MESSAGE).map((fault) => {
    const place = fault.pointer ?? fault.parameter ?? fault.header;
    return place === undefined ? fault.detail : `${place} ${fault.detail}`;
  });
  const more = errors.length - shown.length;
  return ` [${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}]`;
}

function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined; // the contract answers whole seconds
}
