import { AssertionError } from 'node:assert';
import { checkResponse, type ReceivedResponse } from './check-response.ts';
import { prefix } from './contract.ts';
import { findRoute } from './find-route.ts';

// One record for each copy of this module. Vitest gives every test file its own.
const operations = new Map<string, Set<number>>();
const problemCodes = new Set<string>();

/** The statuses that were answered so far, by operation. */
export const seenOperations = (): Map<string, Set<number>> => operations;

/** The codes of the problems that were answered so far, outside of operations too. */
export const seenProblemCodes = (): Set<string> => problemCodes;

/**
 * A fetch that holds every answer of the API against the contract. On a violation it throws; with `onViolation` it
 * tells the violations and gives the answer on, for a caller that takes what fetch throws for a broken connection
 * and tries again.
 */
export function checkedFetch(base: typeof fetch, onViolation?: (violations: string[]) => void): typeof fetch {
  return async (input, init) => {
    const { method, url } = target(input, init);
    const response = await base(input, init);
    const answer = isOfTheApi(url) && (await copy(response));
    if (!answer) return response;
    remember(method, url, answer);
    const violations = checkResponse(method, url, answer);
    if (violations.length > 0) (onViolation ?? refuse(method, url, answer.status))(violations);
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

/** Nothing when the body breaks off: the original then fails in the same way, and that is its reader's. */
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
  throw new AssertionError({ message: `${method} ${url} answered ${status} against the contract:${list}` });
};
