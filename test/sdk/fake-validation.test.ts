// The fake refuses what the service refuses: the same requests are sent to both.
import { FakeTradepost } from '@tradepost/sdk/testing';
import { describe, expect, it } from 'vitest';
import { requestSamples } from '../contract-check/request-samples.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { stocked } from '../support/shop.ts';
import type { TestTenant } from '../support/test-environment.ts';

const environment = sharedEnvironment();

/** A plan's minute has room for as many requests. */
const REQUESTS_PER_TENANT = 2_500;
let [tenant, fake, sent]: [TestTenant | undefined, FakeTradepost, number] = [
  undefined,
  new FakeTradepost(),
  0,
];
/** Both are empty at first, and get the same requests. */
async function both(): Promise<{ tenant: TestTenant; fake: FakeTradepost }> {
  sent += 1;
  if (sent % REQUESTS_PER_TENANT === 1)
    [tenant, fake] = [await environment().tenant(), new FakeTradepost({ memory: true })];
  return { tenant: tenant!, fake };
}
const validating = new FakeTradepost({ validate: true });

const ADDRESS = 'https://tradepost.test/api/v1';
type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
type Problem = { code?: string; errors?: object[]; results?: { problem: Problem | null }[] };

/** What a client goes by, but not the words. Rows that are valid have whatever is stored. */
function essence(status: number, { code, errors = [], results }: Problem): unknown {
  if (results) return results.map(({ problem }) => problem && essence(400, problem));
  if (code !== 'invalid_request' && code !== 'invalid_tax_id') return 'valid';
  const places = errors.map((each) => {
    const { pointer, parameter, header, code: issue } = each as Record<string, string>;
    return `${pointer ?? parameter ?? header} ${issue}`;
  });
  return { status, code, places: places.sort() };
}

async function compare(request: Sent): Promise<void> {
  const { tenant, fake } = await both();
  // Imports aren't known to the memory.
  await compareWith(request, tenant, request.path === '/orders/import' ? validating : fake);
}

async function compareWith(
  { method, path, body, headers = {} }: Sent,
  tenant: TestTenant,
  fake: FakeTradepost,
): Promise<void> {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const ofFake = await fake.fetch(`${ADDRESS}${path}`, init);
  const ofService = await tenant.request(method, path, { body, headers });
  const [expected, found] = await Promise.all(
    [ofService, ofFake].map(async (response) => {
      const json = response.headers.get('content-type')?.includes('json') && response.status !== 204;
      return essence(response.status, json ? JSON.parse(await response.text()) : {});
    }),
  );
  if (Array.isArray(expected) && Array.isArray(found))
    for (const [index, row] of expected.entries())
      expect(found[index] ?? 'valid', JSON.stringify(body)).toEqual(row ?? 'valid');
  else expect(found, `${method} ${path} ${JSON.stringify(body)}`).toEqual(expected);
}

const WRONG = [
  null,
  '',
  ' ',
  'x',
  'x'.repeat(6_000),
  -1,
  0,
  1.23456789012,
  1e15,
  true,
  [],
  [1, 1],
  {},
  { a: 1 },
  [null],
];

/** The value with each of its members replaced by something else, or left out, one at a time. */
function* variants(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  const names = Object.keys(value);
  const replaced = (name: string, member: unknown) =>
    Array.isArray(value) ? value.with(Number(name), member) : { ...value, [name]: member };
  for (const name of names)
    for (const member of variants((value as Record<string, unknown>)[name])) yield replaced(name, member);
  if (Array.isArray(value)) return;
  for (const name of names) yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  yield { ...value, unknown_field: 1 };
  yield { ...value, id: 5 };
}

const pathOf = (path: string, id: string) => path.replace('/api/v1', '').replace(/\{\w+\}/g, id);
const withBodies = requestSamples.filter(({ hasBody }) => hasBody);

describe('a body that the service refuses is refused by the fake, at the same places', () => {
  it.each(withBodies)('$operationId', async ({ method, path, bodies }) => {
    for (const example of bodies) {
      await compare({ method, path: pathOf(path, '999'), body: example });
      const all = [...variants(example)];
      // Not all of the larger ones: their fields are those of others, and so is what is wrong with them.
      const step = Math.ceil(all.length / 30);
      for (const [index, body] of all.entries())
        if (index % step === 0) await compare({ method, path: pathOf(path, '999'), body });
    }
  });
});

describe('parameters and headers that the service refuses are refused by the fake', () => {
  const WRONG_VALUES = [
    '',
    '0',
    '-1',
    '1.5',
    'x',
    '999999999999',
    'null',
    'true',
    'a,b',
    '2026-01-01',
    '%FF',
    '%00',
  ];
  const lists = requestSamples.filter(
    ({ method, operationId }) => method === 'GET' && /^(list|exportProducts$)/.test(operationId),
  );

  it.each(lists)('$operationId', async ({ path, query, parameterNames }) => {
    const at = pathOf(path, '999');
    for (const search of ['unknown=1', 'limit=5&limit=6', ...(query === '' ? [] : [''])])
      await compare({ method: 'GET', path: `${at}?${search}` });
    for (const name of parameterNames)
      for (const value of WRONG_VALUES)
        await compare({
          method: 'GET',
          path: `${at}?${query && name !== 'format' ? `${query}&` : ''}${name}=${value}`,
        });
  });

  it('ids and headers of writes', async () => {
    for (const id of ['0', 'x', '1.5', '-3', '99999999999', '%20'])
      for (const path of [`/products/${id}`, `/orders/${id}`]) await compare({ method: 'GET', path });
    const body = { price: 1 };
    for (const value of ['x', '3', '"3"', 'W/"3"', '*', '"', ',', 'x'.repeat(300)]) {
      await compare({ method: 'PATCH', path: '/products/5', body, headers: { 'if-match': value } });
      await compare({
        method: 'PUT',
        path: '/products/external/a',
        body,
        headers: { 'if-none-match': value },
      });
      await compare({
        method: 'POST',
        path: '/categories',
        body: { name: value },
        headers: { 'idempotency-key': `${value} ` },
      });
    }
  });
});

const ADDRESSES = [
  { state: 'XX' },
  { postal_code: '1' },
  { postal_code: '20040-002' },
  { city_code: '3550309' },
  { state: 'XX', city_code: '12' },
  {},
].map((fields) => ({ street: 'Rua A', city: 'São Paulo', state: 'SP', country: 'BR', ...fields }));

const UNSTORABLE = ['a\ud800b', '\udc00', 'a\0'];
const maria = { type: 'person', name: 'Maria' };
const coffee = { name: 'Café', sku: 'CAF-1', price: 1 };

describe('without a memory the fake refuses, too', () => {
  const compare = (tenant: TestTenant) => (method: string, path: string, body: unknown) =>
    compareWith({ method, path, body }, tenant, validating);

  it('wrong addresses of changes, upserts and rows', async () => {
    const tenant = await environment().tenant();
    const both = compare(tenant);
    const { id } = await tenant.tp.customers.create({ type: 'person', name: 'Ana', external_id: 'ana' });
    const { sku } = await stocked(tenant.tp, 9);
    const order = await tenant.tp.orders.create({ customer_id: id, items: [{ sku, quantity: 1 }] });
    for (const [index, address] of ADDRESSES.entries()) {
      const addresses = [address];
      const [tax_id, external_id] = ['52998224725', `c-${index}`];
      await both('PATCH', `/customers/${id}`, { addresses });
      await both('PATCH', '/customers/external/ana', { addresses });
      await both('PUT', `/customers/external/new-${index}`, { ...maria, addresses });
      await both('POST', '/customers/batch', { items: [{ ...maria, external_id, addresses }] });
      await both('POST', '/customers/batch', {
        match_by: 'tax_id',
        items: [{ ...maria, tax_id, addresses }],
      });
      await both('PATCH', `/orders/${order.id}`, { shipping: { amount: 1, address } });
    }
  });

  it('external ids of rows that no row can have', async () => {
    const both = compare(await environment().tenant());
    for (const external_id of ['', ' ', 'x'.repeat(300), 'a\tb', ...UNSTORABLE])
      for (const fields of [coffee, { price: 1 }, { ...coffee, price: -1 }])
        await both('POST', '/products/batch', { items: [{ ...fields, external_id }] });
    for (const external_id of ['a b', 'a/b', 'x'.repeat(50)])
      await both('POST', '/products/batch', { items: [{ ...coffee, external_id }] });
  });

  it('text that cannot be stored, in values and in names, of a body and of rows', async () => {
    const both = compare(await environment().tenant());
    for (const text of [...UNSTORABLE, 'a']) {
      const name = text;
      for (const fields of [{ name }, { name, [text]: 1 }, { description: text, name, price: -1 }]) {
        await both('POST', '/products', { ...coffee, ...fields });
        await both('POST', '/products/batch', { items: [{ ...coffee, ...fields }, text, coffee] });
        await both('POST', '/products/batch', { items: [coffee], [text]: text, match_by: text });
      }
      await both('POST', '/customers', {
        ...maria,
        email: text,
        addresses: [{ street: text, city: 'x/~y' }],
      });
    }
  });
});
