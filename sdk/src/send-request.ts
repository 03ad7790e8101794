import type { Fetch } from './config.ts';
import { startDeadline } from './deadline.ts';
import type { AnswerHead, ApiError } from './errors/api-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { apiError } from './errors/error-class.ts';
import type { Redact } from './errors/redact.ts';
import { rootCause, safeCause } from './errors/safe-cause.ts';
import { callHook, type Hooks } from './hooks.ts';
import type { Call } from './middleware.ts';
import { createReceived, type Received } from './reply.ts';
import type { Runtime } from './runtime.ts';

/** The same at each attempt of a call. It holds the API key, so no one but the exchange gets it. */
export interface PreparedRequest {
  readonly fetch: Fetch;
  /** With the query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  /** JSON. */
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly now: Runtime['now'];
  readonly redact: Redact;
}

/** One exchange with the API: sent, read whole, and answered with the data or with an error that says what failed. */
export async function sendRequest(call: Call, request: PreparedRequest): Promise<Received<unknown>> {
  call.attempt += 1;
  call.response = undefined;
  call.signal?.throwIfAborted();
  const deadline = startDeadline(request.timeoutMs, call.signal);
  let text: string | undefined;
  try {
    const response = await fetchResponse(call, request, deadline.signal);
    text = await response.text();
    if (!response.ok) throw text; // by the status: a 500 may be empty
    return createReceived(response.status === 204 ? undefined : JSON.parse(text), response);
  } catch (error) {
    throw call.signal?.aborted ? call.signal.reason : errorFor(error, text, call, request, deadline.expired);
  } finally {
    deadline.clear();
  }
}

async function fetchResponse(
  call: Call,
  { fetch, url, headers, body, now, redact }: PreparedRequest,
  signal: AbortSignal,
): Promise<Response> {
  if (call.hooks) callOnRequest(call, call.hooks, headers, redact);
  const startedAt = now();
  call.response = await fetch(url, {
    method: call.method,
    headers,
    ...(body !== undefined && { body }),
    // Redirects are not followed: that turns a POST into a GET, which answers 200 and has created nothing.
    redirect: 'manual',
    signal,
  });
  if (call.hooks) callOnResponse(call, call.hooks, call.response, now() - startedAt, redact);
  return call.response;
}

function callOnRequest(
  { method, url, attempt }: Call,
  hooks: Hooks,
  headers: Record<string, string>,
  redact: Redact,
): void {
  callHook(hooks.onRequest, {
    method,
    url,
    attempt,
    headers: redactHeaders(Object.entries(headers), redact),
  });
}

function callOnResponse(
  { method, url, attempt }: Call,
  hooks: Hooks,
  response: Response,
  durationMs: number,
  redact: Redact,
): void {
  const headers = redactHeaders(response.headers, redact);
  const requestId = headers['x-request-id'];
  callHook(hooks.onResponse, {
    method,
    url,
    attempt,
    status: response.status,
    headers,
    requestId,
    durationMs,
  });
}

/** `text` is there when the answer was read to its end: then it is not what was asked for. */
function errorFor(
  error: unknown,
  text: string | undefined,
  call: Call,
  { redact, timeoutMs, now }: PreparedRequest,
  timedOut: boolean,
): ApiError | ConnectionError {
  const { method, url, attempt: attempts, response } = call;
  // A status that tells of an error is worth more than the news that its body was cut.
  if (response && (text !== undefined || !response.ok)) {
    const body = parseRedacted(text ?? 'cut off', redact);
    return apiError({ method, url, attempts, response: redactHead(response, redact), body, nowMs: now() });
  }
  if (timedOut) {
    const what = `no whole answer within ${timeoutMs} ms`;
    return new ConnectionError({ method, url, attempts, what, timedOut });
  }
  const cause = safeCause(error, redact);
  const { message, code } = rootCause(cause);
  return new ConnectionError({ method, url, attempts, what: message, timedOut, code, cause });
}

function parseRedacted(text: string, redact: Redact): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? redact(value) : value));
  } catch {
    return text; // of which errors show only that it is there
  }
}

/** What errors and hooks may see of an answer, which can quote the request. */
function redactHead({ ok, status, statusText, headers }: Response, redact: Redact): AnswerHead {
  return { ok, status, statusText: redact(statusText), headers: new Headers(redactHeaders(headers, redact)) };
}

function redactHeaders(headers: Iterable<[string, string]>, redact: Redact): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, redact(value)]));
}
