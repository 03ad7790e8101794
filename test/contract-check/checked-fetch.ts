import { AssertionError } from 'node:assert';
import { checkResponse, type ReceivedResponse } from './check-response.ts';
import { prefix } from './contract.ts';
import { findRoute } from './find-route.ts';

// Vitest loads this module once per test file, so each file has its own record.
const operations = new Map<string, Set<number>>();
const problemCodes = new Set<string>();

/** The response statuses seen so far, by operation. */
export const seenOperations = (): Map<string, Set<number>> => operations;

/** The problem codes seen so far, including those of requests outside every operation. */
export const seenProblemCodes = (): Set<string> => problemCodes;

/**
 * A fetch that checks every response of the API against the contract. A violation throws, or is passed to
 * `onViolation` if given: callers that retry would take an exception for a broken connection.
 */
export function checkedFetch(base: typeof fetch, onViolation?: (violations: string[]) => void): typeof fetch {
  return async (input, init) => {
    const { method, url } = target(input, init);
    const response = await base(input, init);
    const received = isOfTheApi(url) && (await copy(response));
    if (!received) return response;
    remember(method, url, received);
    const violations = checkResponse(method, url, received);
    if (violations.length > 0) (onViolation ?? refuse(method, url, received.status))(violations);
    return response;
  };
}

function target(...[input, init]: Parameters<typeof fetch>): { method: string; url: string } {
  const request = typeof input === 'object' && 'method' in input ? input : undefined;
  return {
    method: (init?.method ?? request?.method ?? 'GET').toUpperCase(),
    url: request?.url ?? String(input),
  };
}

function isOfTheApi(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Undefined for a truncated body: reading the original fails too, so its reader sees the error. */
async function copy(response: Response): Promise<ReceivedResponse | undefined> {
  try {
    return { status: response.status, headers: response.headers, body: await response.clone().text() };
  } catch {
    return undefined;
  }
}

function remember(method: string, url: string, { status, body }: ReceivedResponse): void {
  const id = findRoute(method, url).operation?.operationId;
  if (id) operations.set(id, (operations.get(id) ?? new Set()).add(status));
  const code = status >= 400 && codeOf(body);
  if (code) problemCodes.add(code);
}

function codeOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

const refuse = (method: string, url: string, status: number) => (violations: string[]) => {
  const list = violations.map((violation) => `\n  - ${violation}`).join('');
  throw new AssertionError({
    message: `${method} ${url} violated the contract with status ${status}:${list}`,
  });
};
