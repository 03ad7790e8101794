const DEEPEST_CAUSE = 5; // Node's fetch nests two; a chain that turns in a circle has to end

/**
 * A copy of what an error says, without what it holds. A `fetch` of your own may put the whole request on its errors,
 * and the request carries the API key; so do messages about a header.
 */
export function safeCause(error: unknown, apiKey: string, depth = 1): Error {
  const { name, message, stack, code, cause } = toError(error);
  const deeper =
    cause !== undefined && depth < DEEPEST_CAUSE ? safeCause(cause, apiKey, depth + 1) : undefined;
  const copy = new Error(hide(message, apiKey), deeper && { cause: deeper });
  copy.name = hide(name, apiKey);
  copy.stack = stack && hide(stack, apiKey);
  return typeof code === 'string' ? Object.assign(copy, { code: hide(code, apiKey) }) : copy;
}

/** The innermost of a chain of causes tells most: "fetch failed" is only that something did. */
export function rootOf(error: Error & { code?: string }): Error & { code?: string } {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function toError(error: unknown): Error & { code?: unknown } {
  return error instanceof Error ? error : new Error(String(error));
}

function hide(text: string, apiKey: string): string {
  return text.replaceAll(apiKey, '[API key]');
}
