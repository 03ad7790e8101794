import { startDeadline } from './abort.ts';
import type { Fetch } from './config.ts';
import type { AnswerHead, ApiError } from './errors/api-error.ts';
import { apiError } from './errors/by-code.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { type Redact, rootCause, safeCause } from './errors/sanitize.ts';
import { callHook, type Hooks } from './hooks.ts';
import type { Call } from './middleware.ts';
import { createReceived, type Received } from './reply.ts';
import type { Runtime } from './runtime.ts';

/** Sent at each attempt of a call. It holds the API key, so only sendRequest gets it. */
export interface PreparedRequest {
  readonly fetch: Fetch;
  /** With the query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  /** JSON. */
  readonly body: string | undefined;
  readonly timeoutMs: number;
  /** The data is the body itself, unread. An error is still read. */
  readonly streamed: boolean;
  readonly now: Runtime['now'];
  readonly redact: Redact;
}

/** Makes one attempt: sends the request, reads the response, and returns the data or throws what failed. */
export async function sendRequest(call: Call, request: PreparedRequest): Promise<Received<unknown>> {
  call.attempt += 1;
  call.response = undefined;
  call.signal?.throwIfAborted();
  const deadline = startDeadline(request.timeoutMs, call.signal);
  let text: string | undefined;
  try {
    const response = await fetchResponse(call, request, deadline.signal);
    if (request.streamed && response.ok) {
      // The caller reads the body after this returns, at its own speed, and may still abort it.
      deadline.stopTimer();
      return createReceived(response.body, response);
    }
    text = await response.text();
    if (!response.ok) throw text; // decided by status, because the body of a 500 may be empty
    const data = response.status === 204 ? undefined : JSON.parse(text);
    deadline.clear();
    return createReceived(data, response);
  } catch (error) {
    deadline.clear();
    throw call.signal?.aborted ? call.signal.reason : errorFor(error, text, call, request, deadline.expired);
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
    // Following a redirect turns a POST into a GET, which returns 200 and has created nothing.
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

/** `text` is set if the response was read to its end: then its status or content is the error. */
function errorFor(
  error: unknown,
  text: string | undefined,
  call: Call,
  { redact, timeoutMs, now }: PreparedRequest,
  timedOut: boolean,
): ApiError | ConnectionError {
  const { method, url, attempt: attempts, response } = call;
  // An error status says more than the fact that its body was truncated.
  if (response && (text !== undefined || !response.ok)) {
    const body = parseRedacted(text ?? 'truncated', redact);
    return apiError({ method, url, attempts, response: redactHead(response, redact), body, nowMs: now() });
  }
  if (timedOut) {
    const what = `no complete response within ${timeoutMs} ms`;
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
    return text; // errors only show that there is one
  }
}

/** What errors may show of a response, which can quote the request. */
function redactHead({ ok, status, statusText, headers }: Response, redact: Redact): AnswerHead {
  return { ok, status, statusText: redact(statusText), headers: new Headers(redactHeaders(headers, redact)) };
}

function redactHeaders(headers: Iterable<[string, string]>, redact: Redact): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, redact(value)]));
}
