import type { AnswerHead } from '../errors/response-head.ts';
import { type Redact, redactHeaders } from '../errors/sanitize.ts';

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

/** The text of a response that was read, in the response: a WeakMap would cost a GET 2 µs. Logs don't show it. */
const TEXT = Symbol();

type ReadResponse = Response & { readonly [TEXT]: string };

const copyOf = (response: ReadResponse): Response => responseOf(response[TEXT], response);

/** What reads a body, from the text that was read. */
const readers: ThisType<ReadResponse> & Partial<Response> = {
  get body() {
    return copyOf(this).body;
  },
  get bodyUsed() {
    return false;
  },
  clone() {
    return copyOf(this);
  },
  async text() {
    return this[TEXT];
  },
  async json() {
    return JSON.parse(this[TEXT]);
  },
  arrayBuffer() {
    return copyOf(this).arrayBuffer();
  },
  blob() {
    return copyOf(this).blob();
  },
};

/** By the prototype of the responses, which isn't always that of the global class: undici has its own. */
const prototypes = new WeakMap<object, object>();

/**
 * The response, whose body openapi-fetch and middleware can read although it has been read. A new Response would do the
 * same for 25 µs, a tenth of a GET's CPU time, and properties of its own for 3 µs; a prototype takes 0.5.
 */
export function rereadable(response: Response, text: string): Response {
  const original = Object.getPrototypeOf(response);
  const prototype =
    prototypes.get(original) ?? Object.create(original, Object.getOwnPropertyDescriptors(readers));
  prototypes.set(original, prototype);
  // Again, if your own `fetch` returns the same response twice.
  Object.defineProperty(response, TEXT, { value: text, configurable: true });
  return Object.setPrototypeOf(response, prototype);
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
