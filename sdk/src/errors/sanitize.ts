// What errors, hooks and logs may contain: no API key, and nothing that a terminal acts on.

/** Removes the API key from a text. It can be anywhere: a response may quote it, or it was passed as an id. */
export type Redact = (text: string) => string;

export const redactor =
  (apiKey: string): Redact =>
  (text) =>
    text.replaceAll(apiKey, '[API key]');

export function redactHeaders(headers: Iterable<[string, string]>, redact: Redact): Record<string, string> {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, redact(value)]));
}

/**
 * The text on one line, without characters that hide what it says. Messages carry a response's text to terminals and
 * logs, where a control character moves the cursor or forges a line, and a direction mark reverses what is read
 * (CVE-2021-42574). Both are in Unicode's category C, along with what no terminal can show.
 */
export const printable = (text: string): string => text.replace(/\p{C}+/gu, ' ');

const MAX_CAUSE_DEPTH = 5; // Node's fetch nests two; a cyclic chain has to end

/**
 * A copy of an error's texts without its members. A custom `fetch` may put the whole request on its errors, and the
 * request carries the API key. Messages about a header quote it too.
 */
export function safeCause(error: unknown, redact: Redact, depth = 1): Error {
  const { name, message, stack, code, cause } = toError(error);
  const safeInner =
    cause !== undefined && depth < MAX_CAUSE_DEPTH ? safeCause(cause, redact, depth + 1) : undefined;
  const copy = new Error(printable(redact(message)), safeInner && { cause: safeInner });
  copy.name = redact(name);
  copy.stack = stack && redact(stack);
  return typeof code === 'string' ? Object.assign(copy, { code: redact(code) }) : copy;
}

/** The innermost cause says most: "fetch failed" only says that something did. */
export function rootCause(error: Error & { code?: string }): Error & { code?: string } {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

function toError(error: unknown): Error & { code?: unknown } {
  return error instanceof Error ? error : new Error(String(error));
}
