import type { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { apiError } from '../errors/error-class.ts';
import type { AnswerHead } from '../errors/response-head.ts';
import { type Redact, redactHeaders, rootCause, safeCause } from '../errors/sanitize.ts';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import { onAbort, startDeadline } from './abort.ts';
import type { Call } from './api-call.ts';
import type { Fetch } from './config.ts';
import { callHook, type HookRequest } from './hooks.ts';
import { isStreamed, redactHead, refusedResponse, rereadable } from './response.ts';
import type { Runtime } from './runtime.ts';

/** Sent at each attempt of a call. It holds the API key, so only sendRequest gets it. */
export interface PreparedRequest {
  readonly request: Request;
  /** JSON. The request's own has been read. */
  readonly body: string | undefined;
  /** Instead of the global one. */
  readonly fetch: Fetch | undefined;
  readonly now: Runtime['now'];
  readonly redact: Redact;
}

/** Makes one attempt. It reads the response to its end, so that a retry covers the body. */
export async function sendRequest(call: Call, request: PreparedRequest): Promise<Response> {
  call.attempt += 1;
  call.response = undefined;
  call.failure = undefined;
  call.signal?.throwIfAborted();
  const deadline = startDeadline(call.timeoutMs, call.signal);
  const { signal } = deadline;
  // A `fetch` that was passed may ignore the signal.
  const aborted = request.fetch && new Promise<never>((_, reject) => onAbort(signal, reject as () => void));
  const inTime = <T>(result: Promise<T>) => (aborted ? Promise.race([result, aborted]) : result);
  let response: Response | undefined;
  try {
    const callResponseHook = callRequestHook(call, request);
    response = await inTime(startFetch(request, signal));
    // With anything else every retry would fail too, and a write might be carried out each time.
    if (!response?.status || !response.headers?.get || !response.text || response.bodyUsed)
      throw new ConfigurationError('fetch returned no unread Response.');
    call.response = response;
    callResponseHook?.(response);
    if (isStreamed(response)) {
      // The caller reads the body after this returns, at its own speed, and may still abort it.
      deadline.stopTimer();
      return response;
    }
    const text = await inTime(response.text());
    deadline.clear();
    return response.ok ? rereadable(response, text) : refuse(call, request, response, text);
  } catch (error) {
    deadline.clear();
    if (call.signal?.aborted) throw call.signal.reason;
    // Of a `fetch` that was passed. A retry doesn't help. The fake's has as its cause what a test threw.
    if (error instanceof ConfigurationError) throw error.cause ?? error;
    // An error status says more than the fact that its body was truncated.
    if (response?.ok === false) return refuse(call, request, response, 'truncated');
    throw connectionError(error, call, request.redact, deadline.expired);
  }
}

/** Calls the hook of the request. Returns how to call that of its response. */
function callRequestHook(call: Call, { request, now, redact }: PreparedRequest) {
  const { hooks } = call;
  if (!hooks) return undefined;
  callHook(hooks.onRequest, attemptInfo(call, request.headers, redact));
  const startedAt = now();
  return ({ status, headers }: Response) => {
    const info = attemptInfo(call, headers, redact);
    const requestId = info.headers['x-request-id'];
    callHook(hooks.onResponse, { ...info, status, requestId, durationMs: now() - startedAt });
  };
}

function startFetch(
  { request, body, fetch: customFetch }: PreparedRequest,
  signal: AbortSignal,
): Promise<Response> {
  // Following a redirect turns a POST into a GET, which returns 200 and has created nothing.
  const init = { redirect: 'manual', signal } as const;
  // The global one is looked up at each call, so that one that is replaced later, such as for tracing, is used.
  if (!customFetch && body === undefined) return fetch(request, init);
  const { url, method, headers } = request; // a Request puts its url together each time it is asked
  const sent = body === undefined ? init : { ...init, body };
  if (customFetch)
    return customFetch(url, { method, headers: Object.fromEntries(headers), ...sent }) as Promise<Response>;
  return fetch(url, { method, headers, ...sent });
}

/** A response can quote the request, so what a program sees of a refusal doesn't contain the key. */
function refuse(call: Call, { redact, now }: PreparedRequest, response: Response, text: string): Response {
  const body = parseRedacted(text, redact);
  const head = redactHead(response, redact);
  call.failure = failureOf(call, head, body, now);
  call.response = refusedResponse(body, head);
  return call.response;
}

/** The error for what was received. */
export function failureOf(
  { method, url, attempt: attempts }: Call,
  response: AnswerHead,
  body: unknown,
  now: Runtime['now'],
): ApiError {
  return apiError({ method, url, attempts, response, body, nowMs: now() });
}

/** So nothing can have been carried out. `fetch` refuses some ports by itself. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|bad port)$/;

/** There is no complete response. */
export function connectionError(
  error: unknown,
  call: Call,
  redact: Redact,
  timedOut: boolean,
): ConnectionError {
  const { method, url, attempt: attempts, timeoutMs } = call;
  const cause = timedOut ? undefined : safeCause(error, redact);
  const { message, code } = rootCause(cause ?? new Error(`no complete response within ${timeoutMs} ms`));
  // OpenSSL's own text has a thread's id and the names of C functions. A proxy's 407 has no text at all in Node.
  const what = /^(ERR_SSL_|EPROTO$)/.test(code!)
    ? `${code}: no TLS there. Check https and the port`
    : message || code || 'no cause, perhaps 407 of a proxy';
  if (NO_CONNECTION.test(code ?? message)) call.unsent += 1;
  return new ConnectionError({ method, url, attempts, what, timedOut, unsent: call.unsent, code, cause });
}

/** What hooks get of an attempt. */
function attemptInfo({ method, url, attempt }: Call, headers: Headers, redact: Redact): HookRequest {
  return { method, url, attempt, headers: redactHeaders(headers, redact) };
}

function parseRedacted(text: string, redact: Redact): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? redact(value) : value));
  } catch {
    return redact(text); // errors only show that there is one
  }
}
