// Each code of an issue occurs, and no other. That no response has another one is checked wherever a test reads a response:
// test/contract-check/ compares it with the contract.
import { expect, it } from 'vitest';
import { validatorSpec } from '../../server/api/validation/contract-validator/validator-spec.ts';
import { CODES } from '../../server/api/validation/validation-issues.ts';
import { bundle } from '../../server/base/contract.ts';
import type { IssueCode, ProblemBody, ProblemCode } from '../../server/base/problems/api-problem.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import type { TestTenant } from '../support/test-environment.ts';

const environment = sharedEnvironment();

const product = { name: 'Café', sku: 'CAF', price: 10 };
const customer = { type: 'person', name: 'Maria' };
const address = { street: 'Rua XV', city: 'Curitiba', country: 'BR', state: 'PR' };
const item = { sku: 'CAF', quantity: 1 };
const tenPercent = { type: 'percentage', percentage: 10 };
const accessKey = '41260211222333000181550010000005671836102749';

type Send = (tenant: TestTenant) => Promise<Response>;
const post =
  (path: string, body: object): Send =>
  ({ request }) =>
    request('POST', path, { body });
const raw =
  (path: string, text: string): Send =>
  ({ request }) =>
    request('POST', path, { raw: text });
const get =
  (path: string): Send =>
  ({ request }) =>
    request('GET', path);

/** The compiler reports codes without a case. Those of problems occur in problem-codes.test.ts, but for these two. */
const cases: Record<Exclude<IssueCode, ProblemCode> | 'in_use' | 'insufficient_scope', Send> = {
  type: post('/products', { ...product, price: '10' }),
  required: post('/products', {}),
  additional_properties: post('/products', { ...product, colour: 'red' }),
  unknown_parameter: get('/products?colour=red'),
  one_of: post('/orders', { items: [item] }),
  const: ({ request }) => request('PUT', '/products/external/A', { body: { ...product, external_id: 'B' } }),
  enum: post('/products', { ...product, status: 'gone' }),
  format: post('/customers', { ...customer, email: 'maria' }),
  pattern: post('/categories', { name: 'Cafés', slug: 'Cafés' }),
  minimum: post('/products', { ...product, price: -1 }),
  exclusive_minimum: post('/orders', { customer_id: 1, items: [{ ...item, quantity: 0 }] }),
  maximum: post('/products', { ...product, price: 1e10 }),
  min_length: post('/products', { ...product, name: '' }),
  max_length: post('/products', { ...product, name: 'x'.repeat(201) }),
  min_items: post('/orders', { customer_id: 1, items: [] }),
  max_items: post('/orders', { customer_id: 1, items: Array(991).fill(item) }),
  unique_items: post('/customers', { ...customer, tags: ['a', 'a'] }),
  min_properties: ({ request }) => request('PATCH', '/products/1', { body: {} }),
  max_properties: post('/products', {
    ...product,
    metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, ''])),
  }),
  text: post('/products', { ...product, name: 'a\0' }),
  encoding: get('/products?sku=%ff'),
  precision: raw('/products', '{"name":"Café","sku":"CAF","price":10.000000000000000001}'),
  repeated: get('/products?limit=1&limit=2'),
  repeated_member: raw('/products', '{"name":"Café","sku":"CAF","price":10,"price":1}'),
  validity: post('/coupons', {
    ...{ code: 'X', discount: tenPercent },
    ...{ starts_at: '2026-02-01T00:00:00.000Z', ends_at: '2026-01-01T00:00:00.000Z' },
  }),
  percentage: async ({ request }) => {
    const put = (body: object) => request('PUT', '/price-tables/external/A', { body });
    await put({ name: 'A', code: 'A', kind: 'fixed' });
    return put({ percentage: 10 });
  },
  kind: async ({ request }) => {
    const put = (body: object) => request('PUT', '/price-tables/external/A', { body });
    await put({ name: 'A', code: 'A', kind: 'fixed' });
    return put({ kind: 'percentage', percentage: 10 });
  },
  discount: async ({ request }) => {
    const put = (body: object) => request('PUT', '/coupons/external/A', { body });
    await put({ code: 'X', discount: tenPercent });
    return put({ discount: null });
  },
  initial_only: async ({ request }) => {
    const put = (more: object) => request('PUT', '/products/external/A', { body: { ...product, ...more } });
    await put({});
    return put({ stock: { on_hand: 1 } });
  },
  access_key: post('/orders', {
    customer_id: 1,
    items: [item],
    fiscal_document: { access_key: accessKey, number: '568' },
  }),
  postal_code: post('/customers', { ...customer, addresses: [{ ...address, postal_code: '01310-100' }] }),
  city_code: post('/customers', { ...customer, addresses: [{ ...address, city_code: '3550308' }] }),
  in_use: async ({ request, tp }) => {
    const promotion = await tp.promotions.create({
      name: 'P',
      discount: tenPercent,
      requires_coupon: true,
    } as never);
    await tp.coupons.create({ code: 'X', promotion_id: promotion.id });
    return request('PATCH', `/promotions/${promotion.id}`, { body: { requires_coupon: false } });
  },
  insufficient_scope: async (tenant) =>
    tenant.request('GET', '/events?event_type=customer.created', {
      key: (await tenant.addKey(['orders.read'])).key,
    }),
};

it.each(Object.entries(cases))('causes the issue %s, and only that', async (code, send) => {
  const response = await send(await environment().tenant());
  const { errors } = (await response.json()) as ProblemBody;
  const codes = new Set(errors.map((issue) => issue.code));
  expect([...codes], JSON.stringify(errors)).toEqual([code]);
});

interface IssueCodes {
  readonly enum: readonly IssueCode[];
  readonly 'x-issues': Readonly<Record<string, { readonly title: string }>>;
}
const issueCodes = bundle.components.schemas.IssueCode as unknown as IssueCodes;

it.each(issueCodes.enum)('explains %s on a page of its own', async (code) => {
  const response = await fetch(`${environment().baseUrl}/docs/problems/${code}`);
  expect(response.status).toBe(200);
  const page = await response.text();
  const { title } = issueCodes['x-issues'][code] ?? { title: code };
  expect(page).toContain(`<code>${code}</code>`);
  expect(page.replaceAll('&#39;', "'")).toContain(title);
});

it('lists the codes of issues at /docs/problems', async () => {
  const page = await (await fetch(`${environment().baseUrl}/docs/problems`)).text();
  for (const code of issueCodes.enum) expect(page).toContain(`href="/docs/problems/${code}"`);
});

/** Keywords of JSON Schema that refuse nothing by themselves. */
const STRUCTURE = [
  ...['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'propertyNames', '$ref'],
  ...['description', 'examples', 'default', 'components', 'discriminator'],
];

/** What has values or names in it, and no schema. */
const LITERAL = 'examples example enum const default required dependentRequired discriminator'.split(' ');

/** The keywords of the schemas in a part of the contract, as the validator gets it. */
function keywordsIn(node: unknown, isSchema = false): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each) => keywordsIn(each, isSchema));
  return Object.entries(node).flatMap(([name, value]) => {
    const own = isSchema && !name.startsWith('x-') ? [name] : [];
    if (isSchema && ['properties', 'schemas'].includes(name))
      return [...own, ...Object.values(value as object).flatMap((each) => keywordsIn(each, true))];
    if (LITERAL.includes(name)) return own;
    if (name === 'schemas') return Object.values(value as object).flatMap((each) => keywordsIn(each, true));
    return [...own, ...keywordsIn(value, isSchema || name === 'schema')];
  });
}

it('has a code for each keyword that requests are validated by', () => {
  const keywords = Object.keys(bundle.paths).flatMap((path) => keywordsIn(validatorSpec(path).apiDoc));
  const found = new Set(keywords.filter((keyword) => !STRUCTURE.includes(keyword)));
  expect(found.size).toBeGreaterThan(10);
  expect(
    [...found].filter((keyword) => !(keyword in CODES)),
    'add it to CODES',
  ).toEqual([]);
});
