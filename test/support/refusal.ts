import pg from 'pg';
import { expect } from 'vitest';
import type { ProblemCode, ValidationIssue } from '../../server/base/problems/api-problem.ts';
import { type RawRequest, type RawResponse, rawRequest } from './raw-request.ts';
import type { TestEnvironment, TestTenant } from './test-environment.ts';

export interface Refusal {
  readonly status: number;
  readonly code: ProblemCode;
  /** The issue's position and code. Undefined if the problem has no issues. */
  readonly issue?: Pick<ValidationIssue, 'pointer' | 'parameter' | 'header'> & { readonly code: string };
}

/** A test case: a request and its expected refusal. */
export type BadInput = readonly [name: string, { readonly given: RawRequest; readonly want: Refusal }];

export const invalid = (issue: Refusal['issue']): Refusal => ({
  status: 400,
  code: 'invalid_request',
  issue: issue,
});
export const malformed: Refusal = { status: 400, code: 'malformed_body' };

/** Sends a request with the tenant's key. Expects this refusal, and that nothing was written. */
export async function expectRefused(
  environment: TestEnvironment,
  tenant: TestTenant,
  given: RawRequest,
  want: Refusal,
): Promise<RawResponse> {
  const before = await contentsOf(environment);
  const response = await rawRequest(environment.baseUrl, {
    ...given,
    headers: { authorization: `Bearer ${tenant.key}`, ...given.headers },
  });
  expect(response).toMatchObject({ status: want.status, problem: { code: want.code } });
  if (want.issue) expect(response.problem.errors).toContainEqual(expect.objectContaining(want.issue));
  else expect(response.problem.errors).toEqual([]);
  expect(await contentsOf(environment)).toEqual(before);
  return response;
}

/**
 * The number of rows and a digest of each table. Without what is written at any time: the last use of a key, and the log of
 * refused requests.
 */
export async function contentsOf(environment: TestEnvironment): Promise<object[]> {
  const { client, text } = await digestsOf(environment);
  return (await client.query<object>({ name: 'contents', text })).rows;
}

interface Digests {
  readonly client: pg.Client;
  readonly text: string;
}
const opened = new WeakMap<TestEnvironment, Promise<Digests>>();

function digestsOf(environment: TestEnvironment): Promise<Digests> {
  const known = opened.get(environment) ?? openDigests(environment.databaseUrl);
  opened.set(environment, known);
  return known;
}

/**
 * On a connection of its own PostgreSQL plans once for all tables with their partitions, and starts no workers, which take ten times
 * as long as to read the few rows. It ends when the environment's database is dropped.
 */
async function openDigests(connectionString: string): Promise<Digests> {
  const client = new pg.Client({ connectionString, options: '-c max_parallel_workers_per_gather=0' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace IN ('public'::regnamespace, 'rate_limit'::regnamespace) AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname NOT IN ('api_keys', 'activity', 'stored_bytes') AND relname NOT LIKE 'refused_request%' ORDER BY 1`,
  );
  const digests = rows.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) AS rows, md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM ${name} t`,
  );
  return { client, text: `${digests.join(' UNION ALL ')} ORDER BY name` };
}
