import type { Fetch } from './config.ts';
import { startDeadline } from './deadline.ts';
import type { AnswerHead, ApiError } from './errors/api-error.ts';
import { apiError } from './errors/class-of.ts';
import { ConnectionError } from './errors/connection-error.ts';
import type { Redact } from './errors/redact.ts';
import { rootOf, safeCause } from './errors/safe-cause.ts';
import { type Hooks, tell } from './hooks.ts';
import type { Call } from './middleware.ts';
import { type Received, received } from './reply.ts';
import type { Runtime } from './runtime.ts';

/** The same at each attempt of a call. It holds the API key, so no one but the exchange gets it. */
export interface Sending {
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
export async function exchange(call: Call, sending: Sending): Promise<Received<unknown>> {
  call.attempt += 1;
  call.response = undefined;
  call.signal?.throwIfAborted();
  const deadline = startDeadline(sending.timeoutMs, call.signal);
  let text: string | undefined;
  try {
    const response = await send(call, sending, deadline.signal);
    text = await response.text();
    if (!response.ok) throw text; // by the status: a 500 may be empty
    return received(response.status === 204 ? undefined : JSON.parse(text), response);
  } catch (error) {
    throw call.signal?.aborted ? call.signal.reason : failure(error, text, call, sending, deadline.expired);
  } finally {
    deadline.clear();
  }
}

async function send(
  call: Call,
  { fetch, url, headers, body, now, redact }: Sending,
  signal: AbortSignal,
): Promise<Response> {
  if (call.hooks) tellOfRequest(call, call.hooks, headers, redact);
  const began = now();
  call.response = await fetch(url, {
    method: call.method,
    headers,
    ...(body !== undefined && { body }),
    // Redirects are not followed: that turns a POST into a GET, which answers 200 and has created nothing.
    redirect: 'manual',
    signal,
  });
  if (call.hooks) tellOfResponse(call, call.hooks, call.response, now() - began, redact);
  return call.response;
}

function tellOfRequest(
  { method, url, attempt }: Call,
  hooks: Hooks,
  headers: Record<string, string>,
  redact: Redact,
): void {
  tell(hooks.onRequest, { method, url, attempt, headers: redacted(Object.entries(headers), redact) });
}

function tellOfResponse(
  { method, url, attempt }: Call,
  hooks: Hooks,
  response: Response,
  durationMs: number,
  redact: Redact,
): void {
  const headers = redacted(response.headers, redact);
  const requestId = headers['x-request-id'];
  tell(hooks.onResponse, { method, url, attempt, status: response.status, headers, requestId, durationMs });
}

/** `text` is there when the answer was read to its end: then it is not what was asked for. */
function failure(
  error: unknown,
  text: string | undefined,
  call: Call,
  { redact, timeoutMs, now }: Sending,
  timedOut: boolean,
): ApiError | ConnectionError {
  const { method, url, attempt: attempts, response } = call;
  // A status that tells of an error is worth more than the news that its body was cut.
  if (response && (text !== undefined || !response.ok)) {
    const body = parsed(text ?? 'cut off', redact);
    return apiError({ method, url, attempts, response: safeHead(response, redact), body, nowMs: now() });
  }
  if (timedOut) {
    const what = `no whole answer within ${timeoutMs} ms`;
    return new ConnectionError({ method, url, attempts, what, timedOut });
  }
  const cause = safeCause(error, redact);
  const { message, code } = rootOf(cause);
  return new ConnectionError({ method, url, attempts, what: message, timedOut, code, cause });
}

function parsed(text: string, redact: Redact): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? redact(value) : value));
  } catch {
    return text; // of which errors show only that it is there
  }
}

/** What errors and hooks may see of an answer, which can quote the request. */
function safeHead({ ok, status, statusText, headers }: Response, redact: Redact): AnswerHead {
  return { ok, status, statusText: redact(statusText), headers: new Headers(redacted(headers, redact)) };
}

function redacted(headers: Iterable<[string, string]>, redact: Redact): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, redact(value)]));
}
