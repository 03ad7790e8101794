import type { AnswerHead } from './errors/api-error.ts';
import { type Redact, redactHeaders } from './errors/sanitize.ts';

/** Statuses whose response can't have a body, not even an empty one. */
const WITHOUT_BODY = [204, 205, 304];

const ROWS = /^(text\/csv|application\/x-ndjson)\b/;

/** The rows of an export, which the caller reads as they arrive. */
export function isStreamed({ ok, headers }: AnswerHead): boolean {
  return ok && ROWS.test(headers.get('content-type') ?? '');
}

/** A response with this body. */
export function responseOf(text: string, { status, statusText, headers }: AnswerHead): Response {
  return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, statusText, headers });
}

/**
 * The response, whose body openapi-fetch and middleware can read although it has been read. A new Response would do the
 * same, for a fifth of the CPU time of a GET. The members are the response's own: its class may be another than the global
 * one, such as undici's with a proxy.
 */
export function rereadable(response: Response, text: string): Response {
  const copy = () => responseOf(text, response);
  return Object.defineProperties(response, {
    body: { get: () => copy().body },
    bodyUsed: { value: false },
    clone: { value: copy },
    text: { value: async () => text },
    json: { value: async () => JSON.parse(text) },
    arrayBuffer: { value: () => copy().arrayBuffer() },
    blob: { value: () => copy().blob() },
  });
}

/**
 * A refusal for openapi-fetch, which returns its body as `error`. Without a body that would be undefined, like that of a
 * success, so it gets the problem that RFC 9457 has for a status that says it all.
 */
export function refusedResponse(body: unknown, head: AnswerHead): Response {
  const { status, statusText } = head;
  head.headers.delete('content-length'); // of a body that was another
  const shown = body === '' ? { type: 'about:blank', title: statusText || `HTTP ${status}`, status } : body;
  return responseOf(typeof shown === 'string' ? shown : JSON.stringify(shown), head);
}

/** What errors may show of a response, which can quote the request. */
export function redactHead({ ok, status, statusText, headers }: Response, redact: Redact): AnswerHead {
  return { ok, status, statusText: redact(statusText), headers: new Headers(redactHeaders(headers, redact)) };
}
