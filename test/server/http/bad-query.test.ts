import { expect, it } from 'vitest';
import { expectRefused, invalid } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

type Case = [pathAndQuery: string, parameter: string, code: string];

const limits: Case[] = [
  ['/products?limit=0x10', 'limit', 'type'],
  ['/products?limit=1e1', 'limit', 'type'],
  ['/products?limit=%2010', 'limit', 'type'],
  ['/products?limit=+10', 'limit', 'type'],
  ['/products?limit=%2B10', 'limit', 'type'],
  ['/products?limit=10.0', 'limit', 'type'],
  ['/products?limit=010', 'limit', 'type'],
  ['/products?limit=١٠', 'limit', 'type'].map(encodeURI) as Case,
  ['/products?limit=9007199254740993', 'limit', 'maximum'],
  ['/products?limit=99999999999999999999', 'limit', 'type'],
  ['/products?limit=0', 'limit', 'minimum'],
  ['/products?limit=-1', 'limit', 'minimum'],
  ['/products?limit=201', 'limit', 'maximum'],
  ['/products?limit=', 'limit', 'min_length'],
  ['/products?limit', 'limit', 'min_length'],
  ['/products?limit=10&limit=20', 'limit', 'repeated'],
  ['/products?limit=10&li%6Dit=20', 'limit', 'repeated'],
  ['/products?limit[]=1', 'limit[]', 'unknown_parameter'],
  ['/products?limit[a]=1', 'limit[a]', 'unknown_parameter'],
  ['/products?limit%5B%5D=1', 'limit[]', 'unknown_parameter'],
];

const others: Case[] = [
  ['/products?colour=red', 'colour', 'unknown_parameter'],
  ['/products?Limit=1', 'Limit', 'unknown_parameter'],
  ['/products?tenant_id=1', 'tenant_id', 'unknown_parameter'],
  ['/products?__proto__=1', '__proto__', 'unknown_parameter'],
  ['/products?constructor=1', 'constructor', 'unknown_parameter'],
  ['/products?=1', '', 'unknown_parameter'],
  ['/products/1?limit=1', 'limit', 'unknown_parameter'],
  ['/me?verbose=1', 'verbose', 'unknown_parameter'],
  ['/products?sku=%00', 'sku', 'text'],
  ['/products?sku=%ff', 'sku', 'encoding'],
  ['/products?sku=%ED%A0%80', 'sku', 'encoding'],
  ['/products?sku=%', 'sku', 'encoding'],
  ['/products?sku=%u0041', 'sku', 'encoding'],
  ['/products?%ff=1', '%ff', 'unknown_parameter'],
  [`/products?sku=${'x'.repeat(65)}`, 'sku', 'max_length'],
  ['/products?sort=price', 'sort', 'enum'],
  ['/products?sort=name%3BDROP', 'sort', 'enum'],
  ['/products?include_deleted=yes', 'include_deleted', 'type'],
  ['/products?include_deleted=1', 'include_deleted', 'type'],
  ['/products?status=deleted', 'status', 'enum'],
  ['/products?category_id=0', 'category_id', 'minimum'],
  ['/products?category_id=2147483648', 'category_id', 'maximum'],
  ['/products?category_id=0x10', 'category_id', 'type'],
  ['/stock-movements?order_id=-1', 'order_id', 'minimum'],
];

const times = [
  '2026-02-30T00%3A00%3A00Z',
  '2026-13-01T00%3A00%3A00Z',
  '2026-01-32T00%3A00%3A00Z',
  '2026-00-10T00%3A00%3A00Z',
  '0000-01-01T00%3A00%3A00Z',
  '0001-01-01T00%3A00%3A00%2B15%3A59', // the year 0 in UTC
  '9999-12-31T23%3A59%3A59-15%3A59', // the year 10000
  '2026-01-01T00%3A00%3A00',
  '2026-01-01',
  '1767225600',
  '2026-01-01T24%3A00%3A00Z',
  '2026-01-01T23%3A59%3A60Z',
  '2026-01-01T00%3A00%3A00%2B24%3A00',
  'now',
  'infinity',
  '2026-01-01T00%3A00%3A00%2B16%3A00',
  '2026-01-01T00%3A00%3A00-23%3A59',
  'epoch',
].map((time): Case => [`/orders?created_since=${time}`, 'created_since', 'format']);

it.each([...limits, ...others, ...times])('refuses GET %s', async (path, parameter, code) => {
  await expectRefused(
    environment(),
    await environment().tenant(),
    { path: `/api/v1${path}` },
    invalid({ parameter, code }),
  );
});

it('names every invalid parameter at once', async () => {
  const given = { path: '/api/v1/products?limit=0&sort=price&colour=red&sku=%00' };
  const { problem } = await expectRefused(
    environment(),
    await environment().tenant(),
    given,
    invalid({ parameter: 'limit', code: 'minimum' }),
  );
  expect(problem.errors.map(({ parameter }) => parameter).sort()).toEqual(['colour', 'limit', 'sku', 'sort']);
});

it('lists at most 100 issues, so a small request gets no large response', async () => {
  const given = { path: `/api/v1/products?${'a&'.repeat(5_000)}` };
  const { problem } = await expectRefused(
    environment(),
    await environment().tenant(),
    given,
    invalid({ parameter: 'a', code: 'unknown_parameter' }),
  );
  expect(problem.errors.length).toBeLessThanOrEqual(100);
});

it('accepts times in any zone, percent-encoded text and a trailing separator', async () => {
  const { request } = await environment().tenant();
  for (const query of [
    'updated_since=2026-01-31T12%3A00%3A00.123456789%2B05%3A45',
    'updated_since=0001-01-02T00%3A00%3A00%2B15%3A59',
    'updated_since=9999-12-30T23%3A59%3A59-15%3A59',
    'sku=CAF%20500',
    'sku=CAF+500',
    `sku=${encodeURIComponent("A!B'(C)*")}`,
    'sku=CAF%2B500',
    'limit=10&',
  ])
    expect([query, (await request('GET', `/products?${query}`)).status]).toEqual([query, 200]);
});

it('sees a parameter after a thousand empty ones', async () => {
  const given = { path: `/api/v1/products?${'&'.repeat(1_000)}limit=0` };
  const issue = invalid({ parameter: 'limit', code: 'minimum' });
  await expectRefused(environment(), await environment().tenant(), given, issue);
});
