import type { Problem, ProblemCode } from '../../../generated/sdk-types.ts';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import { contract } from './contract.ts';
import { exampleResponse } from './example-response.ts';
import type { FakeRequest } from './fake-types.ts';
import type { ApiProblem } from './service-rules.js';

/** Members that differ from the contract's example. */
export interface ProblemOptions extends Partial<Omit<Problem, 'code' | 'status' | 'title' | 'type'>> {
  /** More headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers that only one code requires. */
const OF_CODE: Readonly<Record<string, Record<string, string>>> = {
  idempotency_in_progress: { 'retry-after': '1' },
  method_not_allowed: { allow: 'GET, HEAD, OPTIONS' },
};

/** Refuses the request with a problem of the contract: `problem('insufficient_stock')`. */
export function problem(code: ProblemCode, { headers, ...members }: ProblemOptions = {}): () => Response {
  const example = Object.hasOwn(contract.problems, code)
    ? contract.problems[code as keyof typeof contract.problems]
    : undefined;
  if (!example) throw new ConfigurationError(`The contract has no problem ${code}.`);
  return () => responseTo(code, { ...example, ...members }, headers);
}

function responseTo(
  code: ProblemCode,
  members: Partial<Problem>,
  headers: ProblemOptions['headers'],
): Response {
  const { status } = contract.problems[code as keyof typeof contract.problems]!;
  const requestId = members.request_id ?? crypto.randomUUID();
  const body = { type: `/docs/problems/${code}`, ...members, request_id: requestId };
  const own = { ...OF_CODE[code], 'content-type': 'application/problem+json', 'x-request-id': requestId };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...commonHeaders(status), ...own, ...headers },
  });
}

/** The response to a problem of the service's rules. */
export const problemResponse = (found: ApiProblem): Response =>
  responseTo(found.code, found.body(crypto.randomUUID()), found.options.headers);

/** The limit of the plan is used up: 429 with `Retry-After` and the `RateLimit` headers. */
export function rateLimited({ retryAfterSeconds = 12 }: { retryAfterSeconds?: number } = {}): () => Response {
  return problem('rate_limit_exceeded', {
    detail: `The plan allows 300 requests a minute. Try again in ${retryAfterSeconds} seconds.`,
    headers: {
      'retry-after': String(retryAfterSeconds),
      ratelimit: `"plan";r=0;t=${retryAfterSeconds}`,
    },
  });
}

function commonHeaders(status: number): Record<string, string> {
  const names = [
    ...([401, 405, 500, 503].includes(status) ? [] : ['RateLimit-Policy', 'RateLimit']),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
  ];
  const examples = names.map((name) => [name.toLowerCase(), contract.headers[name]!]);
  return {
    'cache-control': 'no-store',
    vary: 'Accept, Authorization',
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(examples),
  };
}

/** Fails like `fetch` when nothing listens at the address. */
export const refuseConnection = (): (() => never) => () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  throw new TypeError('fetch failed', { cause });
};

/** Never responds. The request ends when the client gives up: by `timeoutMs`, or by the signal of the call. */
export const hang =
  () =>
  ({ signal }: Pick<FakeRequest, 'signal'>): Promise<never> =>
    new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });

/** Sends half of the example, or of the given text, and then the connection breaks. */
export const breakOff =
  (text?: string) =>
  async (request: FakeRequest): Promise<Response> => {
    const whole = exampleResponse(request, {});
    const bytes = new TextEncoder().encode(text ?? (await whole.text()));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(text === undefined ? bytes.subarray(0, bytes.length / 2) : bytes),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    return new Response(body, { status: whole.status, headers: whole.headers });
  };
