import { beforeAll, describe, expect, it } from 'vitest';
import { contractOperations } from '../../../server/base/contract.ts';
import type { ValidationIssue } from '../../../server/base/problems/api-problem.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await environment().tenant();
});

const batches = contractOperations.filter(({ hasRows }) => hasRows);

interface Result {
  readonly status: number;
  readonly problem: { readonly code: string; readonly errors: ValidationIssue[] } | null;
}

async function send({ request }: TestTenant, path: string, rows: readonly string[]): Promise<Result[]> {
  const response = await request('POST', path, { raw: `{"items":[${rows.join(',')}]}` });
  expect(response.status).toBe(200);
  return ((await response.json()) as { results: Result[] }).results;
}
const issuesOf = ({ problem }: Result) =>
  (problem?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);

it('covers every operation whose name says batch, and imports', () => {
  const named = contractOperations.filter(({ id }) => /^batch|^import/.test(id));
  expect(batches).toEqual(named);
  expect(named.length).toBeGreaterThan(6);
});

describe.each(batches.map(({ path }) => path))('POST %s refuses only the row', (path) => {
  it.each([
    ['with U+0000', '{"external_id":"A","name":"a\\u0000b"}', '#/name text'],
    ['with U+0000 in its external id', '{"external_id":"A\\u0000"}', '#/external_id text'],
    ['with U+0000 in a name', '{"metadata":{"a/b\\u0000":"x"}}', '#/metadata text'],
    ['with an unpaired surrogate', '{"tags":["x","\\ud83d"]}', '#/tags/1 text'],
    ['with a number of 19 digits', '{"quantity":1.000000000000000001}', '#/quantity precision'],
    ['with a number that is too large', '{"quantity":1e999}', '#/quantity precision'],
    ['with a member twice', '{"reason":"count","reason":"loss"}', '#/reason repeated_member'],
    ['that is text with U+0000', '"\\u0000"', '# type'],
    ['with a number in __proto__', '{"__proto__":1}', '#/__proto__ additional_properties'],
    ['with fields in __proto__', '{"__proto__":{"name":"Café"}}', '#/__proto__ additional_properties'],
  ])('%s', async (_what, row, issue) => {
    const results = await send(tenant, path, ['{}', row, '{}', row]);
    const issues = results.map(issuesOf);
    for (const ofBroken of [issues[1], issues[3]]) expect(ofBroken).toContain(issue);
    for (const ofOthers of [issues[0]!, issues[2]!]) {
      expect(ofOthers).not.toContain(issue);
      expect(ofOthers.length).toBeGreaterThan(0);
    }
  });
});

it('the other rows are written', async () => {
  const product = (sku: string) => `{"external_id":"E-${sku}","sku":"${sku}","name":"Café","price":1}`;
  const broken = product('B').replace('Café', 'Caf\\u0000');
  expect(
    (await send(tenant, '/products/batch', [product('A'), broken, product('C')])).map(({ status }) => status),
  ).toEqual([201, 400, 201]);
  const count = (sku: string, reference: string) =>
    `{"sku":"${sku}","mode":"set","quantity":5,"reason":"count","reference":"${reference}"}`;
  const counted = await send(tenant, '/stock-adjustments/batch', [count('A', 'N'), count('C', '\\u0000')]);
  expect(counted.map(({ status }) => status)).toEqual([201, 400]);
  const { data } = await tenant.tp.stock.list();
  expect(data.map(({ sku, on_hand }) => [sku, on_hand])).toEqual([
    ['A', 5],
    ['C', 0],
  ]);
});

it('what is wrong outside the rows refuses the batch', async () => {
  const { request } = await environment().tenant();
  const response = await request('POST', '/products/batch', { raw: '{"items":[{}],"\\u0000":1}' });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    {
      errors: [
        { pointer: '#', code: 'text' },
        { pointer: '#/\u0000', code: 'additional_properties' },
      ],
    },
  ]);
});
