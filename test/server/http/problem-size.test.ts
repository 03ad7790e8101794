import { describe, expect, it } from 'vitest';
import { problems } from '../../../server/base/contract.ts';
import {
  ApiProblem,
  type ProblemCode,
  type ValidationIssue,
} from '../../../server/base/problems/api-problem.ts';
import { MAX_PROBLEM_BYTES } from '../../../server/base/problems/problem-size.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';
const ROWS = 100;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const texts: [kind: string, text: string][] = [
  ['letters', 'a'.repeat(100_000)],
  ['characters of three bytes', '漢'.repeat(100_000)],
  ['characters outside the Basic Multilingual Plane', '😀'.repeat(100_000)],
  ['control characters, which JSON escapes', '\u0001'.repeat(100_000)],
  ['quotes', '"'.repeat(100_000)],
  ['surrogates alone', '\ud83d'.repeat(100_000)],
  ['one letter and many emojis', `a${'😀'.repeat(100_000)}`],
];

describe.each(texts)('a problem that quotes %s', (_, text) => {
  const errors: ValidationIssue[] = Array.from({ length: 1000 }, () => ({
    pointer: `#/${text}`,
    code: 'text',
    detail: text,
  }));
  const body = new ApiProblem('invalid_request', text, { errors }).body(REQUEST_ID);

  it('stays below the maximum size of a problem', () => {
    expect(bytesOf(body)).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
    expect(body.errors.length).toBeGreaterThan(10);
    expect(body.errors.length).toBeLessThanOrEqual(100);
  });

  it('says that not all of its issues are listed', () => {
    expect(body.detail).toMatch(/ Only the first \d+ are listed\.$/);
  });

  it('truncates texts between characters, and marks the cut', () => {
    const { pointer, detail } = body.errors[0]!;
    for (const cut of [pointer!, detail]) {
      expect(cut).toMatch(/…$/);
      expect(`#/${text} ${text}`).toContain(cut.slice(0, -1));
      if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
    }
  });
});

it('leaves a problem of ordinary size unchanged', () => {
  const errors: ValidationIssue[] = [
    { pointer: '#/price', code: 'format', detail: 'must be an amount with at most 2 decimals' },
  ];
  const body = new ApiProblem('invalid_request', '1 issue was found in the request; see errors.', { errors });
  expect(body.body(REQUEST_ID)).toMatchObject({ detail: body.message, errors });
});

it.each(Object.keys(problems) as ProblemCode[])(
  'has room for %s and its first issue in each row of a batch',
  (code) => {
    const errors: ValidationIssue[] = [
      { pointer: `#/${'k'.repeat(1000)}`, code: 'additional_properties', detail: 'd'.repeat(1000) },
    ];
    const most = Math.floor(MAX_PROBLEM_BYTES / ROWS);
    const body = new ApiProblem(code, 'm'.repeat(1000), { errors }).body(REQUEST_ID, most);
    expect(bytesOf(body)).toBeLessThanOrEqual(most);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]!.pointer!.length).toBeGreaterThan(30);
  },
);

const long = 'x'.repeat(12_000);

it.each([
  ['an unknown path', { path: `/api/v1/${long}` }, 404],
  ['an unknown problem code', { path: `/docs/problems/${long}` }, 404],
  ['a long Accept', { path: '/api/v1/products', headers: { accept: long } }, 406],
  [
    'a long Content-Type',
    { method: 'POST', path: '/api/v1/products', headers: { 'content-type': long }, body: '{}' },
    415,
  ],
  ['a long parameter name', { path: `/api/v1/products?${long}=1` }, 400],
  ['a long parameter value', { path: `/api/v1/products?status=${long}` }, 400],
  ['many parameters', { path: `/api/v1/products?${'a&'.repeat(6_000)}` }, 400],
])('responds to %s with a small problem', async (_, request, status) => {
  const { key } = await environment().tenant();
  const headers = { authorization: `Bearer ${key}`, ...('headers' in request ? request.headers : {}) };
  const response = await rawRequest(environment().baseUrl, { ...request, headers });
  expect([response.status, response.text.length < 20_000]).toEqual([status, true]);
});

it('responds to a batch of rows with long keys with problems that are small together', async () => {
  const { key } = await environment().tenant();
  const items = Array.from({ length: ROWS }, () => ({
    ...{ type: 'person', name: 'Maria' },
    ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}`.padEnd(600, '漢'), 0])),
  }));
  const response = await rawRequest(environment().baseUrl, {
    method: 'POST',
    path: '/api/v1/customers/batch',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  const { results } = JSON.parse(response.text) as {
    results: { status: number; problem: { errors: ValidationIssue[] } }[];
  };
  expect(results.map(({ status }) => status)).toEqual(Array(ROWS).fill(400));
  for (const { problem } of results) expect(problem.errors.length).toBeGreaterThan(0);
  expect(results.reduce((sum, { problem }) => sum + bytesOf(problem), 0)).toBeLessThanOrEqual(
    MAX_PROBLEM_BYTES,
  );
});
