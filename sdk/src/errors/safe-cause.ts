import { printable } from './printable.ts';
import type { Redact } from './redact.ts';

const MAX_CAUSE_DEPTH = 5; // Node's fetch nests two; a chain that turns in a circle has to end

/**
 * A copy of what an error says, without what it holds. A `fetch` of your own may put the whole request on its errors,
 * and the request carries the API key; so do messages about a header.
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

/** The innermost of a chain of causes tells most: "fetch failed" is only that something did. */
export function rootCause(error: Error & { code?: string }): Error & { code?: string } {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

function toError(error: unknown): Error & { code?: unknown } {
  return error instanceof Error ? error : new Error(String(error));
}
