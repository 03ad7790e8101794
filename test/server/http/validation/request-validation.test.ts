import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { bodyMistake } from '../../../programs/fuzz/body-mistakes.ts';
import type { FuzzRequest } from '../../../programs/fuzz/fuzz-request.ts';
import { headerMistake } from '../../../programs/fuzz/header-mistakes.ts';
import { operationById } from '../../../programs/fuzz/operations.ts';
import { pathMistake } from '../../../programs/fuzz/path-mistakes.ts';
import { queryMistake } from '../../../programs/fuzz/query-mistakes.ts';
import { anyRequest } from '../../../programs/fuzz/request-arbitrary.ts';
import { type Surroundings, toWire, type WireRequest } from '../../../programs/fuzz/wire-request.ts';
import {
  type Completeness,
  documentedApp,
  gatewayApp,
  ourApp,
  type ParsedRequest,
  type Verdict,
  verdictOf,
} from './documented-validator.ts';

// We put express-openapi-validator together from its parts, and give it a part of the contract. So it is asked here as its
// documentation says, too. Compared is what it alone says. Around it, these checks of ours are deliberately
// different, and have tests of their own:
//
// - Content-Type is checked and replaced before it, because it keeps a compiled validator for each spelling.
// - Text that isn't JSON, or not UTF-8, is refused before it, and so are bodies that are too large.
// - Repeated and unknown query parameters, other spellings of integers, empty values and NUL are found in the raw text
//   (raw-parameters.ts), because it sees decoded values. It says nothing of unknown ones: allowUnknownQueryParameters.
// - Times are normalized before it (timeNormalizer). Malformed entity tags are found beside it (raw-parameters.ts, too).
// - A path that isn't UTF-8 is refused before it, by Express with the same status. One that ends with a slash is no path of ours: 404,
//   where it takes the slash for nothing.
// - Rows of batches are validated one by one (validateBody), against the same schemas.
// - Its issues get our codes and wordings, without those that only repeat others (validation-issues.ts).
// - adapt-for-validator.ts rewrites parts of the contract for it, here as well: conditions in place of `oneOf`, `x-defaults`.

const SEED = 20_27;
const RUNS = 5_000;

const surroundings: Surroundings = {
  host: 'localhost',
  key: () => 'a-key',
  lookup: ({ isId, pick }) => (isId ? pick + 1 : `row-${pick}`),
  etag: () => '"1-1/1"',
};

function parsed({ method, target, headers, body }: WireRequest, hasBody: boolean): ParsedRequest {
  const lowerCase = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const others = lowerCase.filter(([name]) => name !== 'content-type');
  const own: [string, string][] = hasBody ? [...others, ['content-type', 'application/json']] : others;
  return { method, target, headers: Object.fromEntries(own), text: hasBody ? jsonIn(body) : undefined };
}

function jsonIn(bytes: Uint8Array | undefined): string | undefined {
  const text = Buffer.from(bytes ?? []).toString();
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

/** Most of the fuzzer's requests are valid. A mistake in two of three others makes about half of them wrong. */
function withMistake(request: FuzzRequest, index: number): FuzzRequest {
  if (request.mistakes.length > 0 || index % 3 === 0) return request;
  const mistakes = [bodyMistake, bodyMistake, bodyMistake, queryMistake, headerMistake, pathMistake];
  const mistake = mistakes[index % mistakes.length]!;
  const operation = operationById.get(request.operationId)!;
  return mistake(request, operation, [index * 7_919, index * 104_729]) ?? request;
}

const generated = fc.sample(anyRequest, { seed: SEED, numRuns: RUNS }).map(withMistake);
const endsWithSlash = ({ target }: ParsedRequest): boolean => /\/(\?|$)/.test(target);
const requests = generated
  .map((request) => {
    const hasBody = operationById.get(request.operationId)!.bodySchema !== undefined;
    return { operation: request.operationId, ...parsed(toWire(request, surroundings), hasBody) };
  })
  .filter((request) => !endsWithSlash(request));
const documented: Verdict[] = [];

beforeAll(async () => {
  const app = documentedApp();
  for (const request of requests) documented.push(await verdictOf(app, request));
});

interface Comparison {
  readonly request: ParsedRequest;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

const compared = new Map<Completeness, Promise<Comparison[]>>();
/** Once for each, since to compile the schemas takes as long as the requests. */
function compareBy(completeness: Completeness): Promise<Comparison[]> {
  const made = compared.get(completeness) ?? compareAll(ourApp(completeness));
  compared.set(completeness, made);
  return made;
}

async function compareAll(app: ReturnType<typeof ourApp>): Promise<Comparison[]> {
  const comparisons = [];
  for (const [index, request] of requests.entries())
    comparisons.push({ request, ours: await verdictOf(app, request), theirs: documented[index]! });
  return comparisons;
}

it(`has the verdict and the issues of the documented middleware for ${RUNS} requests`, async () => {
  const comparisons = await compareBy('allIssues');
  expect(comparisons.filter(({ ours, theirs }) => !isDeepStrictEqual(ours, theirs))).toEqual([]);
});

it('says of a large body one of the issues, or that it has none', async () => {
  const isAmong = ({ ours, theirs }: Comparison) =>
    ours.status === theirs.status && ours.issues.every((issue) => theirs.issues.includes(issue));
  expect((await compareBy('firstIssue')).filter((comparison) => !isAmong(comparison))).toEqual([]);
});

it('has compared right and wrong requests for every operation', () => {
  const of = (isWanted: (verdict: Verdict) => boolean) =>
    new Set(requests.filter((_, index) => isWanted(documented[index]!)).map(({ operation }) => operation));
  const all = new Set(operationById.keys());
  expect(of(({ status }) => status === 200)).toEqual(all);
  expect(of(({ status }) => status !== 200)).toEqual(all);
  const refused = documented.filter(({ status }) => status === 400);
  expect(refused.length).toBeGreaterThan(RUNS / 4);
  expect(new Set(documented.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 405]));
  const keywords = refused.flatMap(({ issues }) => issues.map((issue) => issue.split(' ')[1]));
  expect(new Set(keywords).size).toBeGreaterThan(15);
});

/** In a query it takes only what is percent-encoded, but for times: the contract says `allowReserved` of them alone. */
const isReserved = (issue: string): boolean => issue.includes('must be url encoded');

it('accepts nothing that a gateway with the served contract refuses', async () => {
  const gateway = gatewayApp();
  const refused = [];
  for (const { request, ours } of await compareBy('firstIssue')) {
    if (ours.status !== 200) continue;
    const { status, issues } = await verdictOf(gateway, request);
    if (status !== 200 && !issues.some(isReserved)) refused.push({ request, status, issues });
  }
  expect(refused).toEqual([]);
});
