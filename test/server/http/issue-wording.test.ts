import { expect, it } from 'vitest';
import { wordingOf } from '../../../server/api/validation/wording.ts';
import { bundle } from '../../../server/base/contract.ts';
import { formats } from '../../../server/base/formats/contract-formats.ts';
import type { ProblemBody } from '../../../server/base/problems/api-problem.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const LEAST = {
  '/products': { name: 'Café', sku: 'CAF', price: 1 },
  '/products/batch': {},
  '/categories': { name: 'Cafés' },
  '/customers': { type: 'person', name: 'Maria' },
  '/coupons': { code: 'X', discount: { type: 'percentage', percentage: 10 } },
  '/promotions': { name: 'P', discount: { type: 'percentage', percentage: 10 }, target: { type: 'order' } },
  '/orders': { customer_id: 1, items: [{ sku: 'CAF', quantity: 1 }] },
} as const;
const address = { street: 'Rua', city: 'Curitiba', country: 'BR' };

/** Members added to the smallest valid body of a path, and what the service says of the place where the issue is. */
type Case = readonly [path: keyof typeof LEAST, members: object, pointer: string, detail: string];

const CASES: readonly Case[] = [
  ['/products', { name: undefined }, '#/name', 'is required'],
  ['/products', { colour: 1 }, '#/colour', "isn't a field that this object takes"],
  ['/products', { id: 1 }, '#/id', "isn't a field that this object takes"],
  ['/orders', { total: 1 }, '#/total', "isn't a field that this object takes"],
  [
    '/products',
    { price: 0.12345678901 },
    '#/price',
    'must be a unit price with at most 10 decimals and at most 15 significant digits',
  ],
  ['/products', { weight_kg: 0.00001 }, '#/weight_kg', 'must be a quantity with at most 4 decimals'],
  ['/products', { price: '1' }, '#/price', 'must be a number'],
  ['/products', { category_id: 1.5 }, '#/category_id', 'must be an integer or null'],
  ['/products', { name: 1 }, '#/name', 'must be a string'],
  ['/products', { track_stock: 1 }, '#/track_stock', 'must be true or false'],
  ['/products', { image_urls: 1 }, '#/image_urls', 'must be an array'],
  ['/products', { metadata: 1 }, '#/metadata', 'must be an object'],
  ['/products', { description: 1 }, '#/description', 'must be a string or null'],
  ['/products', { price: -1 }, '#/price', 'must be at least 0'],
  ['/products', { price: 1e10 }, '#/price', 'must be at most 9999999999.99'],
  ['/orders', { items: [{ sku: 'CAF', quantity: 0 }] }, '#/items/0/quantity', 'must be more than 0'],
  ['/products', { name: '' }, '#/name', 'must not be empty'],
  ['/products', { name: ' ' }, '#/name', 'must not be empty'],
  ['/products', { sku: 'x'.repeat(65) }, '#/sku', 'must have at most 64 characters'],
  ['/products', { sku: 'CA\u200bF' }, '#/sku', "has an invisible character, U+200B, after 'CA'"],
  [
    '/products',
    { gtin: '7891000315508' },
    '#/gtin',
    "ends with a digit that isn't the check digit of the others",
  ],
  [
    '/products',
    { gtin: '78910003155' },
    '#/gtin',
    'must be a GTIN: exactly 8, 12, 13 or 14 digits; it has 11',
  ],
  ['/products', { ncm: '0901' }, '#/ncm', 'must be an NCM of exactly 8 digits, such as 0901.21.00; it has 4'],
  [
    '/products',
    { image_urls: ['ftp://x'] },
    '#/image_urls/0',
    'must be a URL that begins with https:// or http://',
  ],
  ['/products', { status: 'gone' }, '#/status', 'must be one of active, inactive'],
  ['/products', { origin: 9 }, '#/origin', 'must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, null'],
  [
    '/orders',
    { items: [{ sku: 'CAF', quantity: 1, unit_price: 10, discount: 10.01 }] },
    '#/items/0/discount',
    "must be at most 10.00, the line's subtotal",
  ],
  [
    '/products',
    { metadata: { 'a b': 'x' } },
    '#/metadata',
    'must have names of 1 to 40 letters without accents, digits, "_", "." and "-"; "a b" is none',
  ],
  [
    '/products',
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, ''])) },
    '#/metadata',
    'must have at most 50 fields',
  ],
  [
    '/categories',
    { slug: 'Cafés' },
    '#/slug',
    'must be lower-case letters and digits, with single hyphens between them',
  ],
  ['/customers', { email: 'maria' }, '#/email', 'must be an e-mail address such as maria@example.com'],
  [
    '/customers',
    { phone: 'telefone' },
    '#/phone',
    'must be one phone number of digits, such as (11) 99999-9999, without words or an extension',
  ],
  [
    '/customers',
    { tags: ['a', 'b', 'a'] },
    '#/tags',
    'must not have an element twice (elements 2 and 0 are the same)',
  ],
  [
    '/customers',
    { addresses: [{ ...address, country: 'Nowhere' }] },
    '#/addresses/0/country',
    'must be the ISO 3166-1 code of a country, such as BR, or its name in Portuguese or English',
  ],
  [
    '/customers',
    { addresses: [{ ...address, city_code: '3406902' }] },
    '#/addresses/0/city_code',
    'begins with the state code 34, which no state has',
  ],
  [
    '/orders',
    { fiscal_document: { access_key: '41260211222333000181570010000005671836102749' } },
    '#/fiscal_document/access_key',
    'has the model 57 (characters 21 and 22); it must be 55 (NF-e), 65 (NFC-e) or 59 (CF-e)',
  ],
  ['/orders', { placed_at: 1 }, '#/placed_at', 'must be a string'],
  ['/coupons', { code: 'é' }, '#/code', 'must have only letters without accents, digits, "_", "." and "-"'],
  [
    '/coupons',
    { starts_at: '2026-02-30T09:30:00Z' },
    '#/starts_at',
    "has the day 2026-02-30, which doesn't exist",
  ],
  [
    '/promotions',
    { target: { type: 'shop' } },
    '#/target/type',
    'must be one of order, products, categories',
  ],
  [
    '/promotions',
    { target: { type: 'products', product_ids: [] } },
    '#/target/product_ids',
    'must not be empty',
  ],
  [
    '/orders',
    { items: [{ sku: 'CAF', product_id: 1, quantity: 1 }] },
    '#/items/0',
    'must have exactly one of product_id, sku and external_id',
  ],
  [
    '/orders',
    { items: Array(991).fill({ sku: 'CAF', quantity: 1 }) },
    '#/items',
    'must have at most 990 elements',
  ],
  ['/products/batch', { items: [] }, '#/items', 'must not be empty'],
];

it.each(CASES)('%s with %j: %s %s', async (path, members, pointer, detail) => {
  const tenant = await environment().tenant();
  const response = await tenant.request('POST', path, { body: { ...LEAST[path], ...members } });
  const { errors } = (await response.json()) as ProblemBody;
  expect(errors.filter((issue) => issue.pointer === pointer).map((issue) => issue.detail)).toContain(detail);
});

it.each([
  ['/products?limit=0', 'limit', 'must be at least 1'],
  ['/products?limit=201', 'limit', 'must be at most 200'],
  [
    '/products?updated_since=yesterday',
    'updated_since',
    'must be a date-time such as 2026-02-01T09:30:00.000Z',
  ],
  ['/products?sort=colour', 'sort', expect.stringMatching(/^must be one of id, -id, /)],
])('%s: %s %s', async (path, parameter, detail) => {
  const response = await (await environment().tenant()).request('GET', path);
  expect(await response.json()).toMatchObject({ errors: [{ parameter, detail }] });
});

it.each([
  ['{"sku": "A", "price": 39,90}', 'it goes wrong at line 1, column 26'],
  ['{\n  "sku": "A"\n  "price": 1\n}', 'it goes wrong at line 3, column 3'],
  ['{"sku": "A",}', 'it goes wrong at line 1, column 13'],
  ["{'sku': 'A'}", 'it goes wrong at line 1, column 2'],
  ['{"sku": "A\nB"}', 'it goes wrong at line 1, column 9'],
  ['{"price": 01}', 'it goes wrong at line 1, column 11'],
  ['{"price": NaN}', 'it goes wrong at line 1, column 11'],
  ['{"tags": [1}', 'it goes wrong at line 1, column 12'],
  ['{"price": 1}}', 'it goes wrong at line 1, column 13'],
  ['{"stock": 1, "items": [{"a": [1, 2]}, {"a": NaN}]}', 'it goes wrong at line 1, column 45, in #/items/1'],
  ['{"items": [{}], "x": [1, NaN]}', 'it goes wrong at line 1, column 26'],
  ['{"sku": "A', 'it ends too early'],
  ['{"tags": [1, 2', 'it ends too early'],
])('says where %j is no JSON', async (raw, mistake) => {
  const response = await (await environment().tenant()).request('POST', '/products', { raw });
  const detail = `The body isn't valid JSON: ${mistake}.`;
  expect(await response.json()).toMatchObject({ code: 'malformed_body', detail });
});

it.each([
  [-9, 'adding -9 would make it negative'],
  [999_999_999.999, 'adding 999999999.999 would make it more than 999999999999.999'],
])('says what the adjustment %d would lead to', async (quantity, outcome) => {
  const { tp, request, tenantId } = await environment().tenant();
  const { id } = await tp.products.create({ name: 'Café', sku: 'CAF', price: 1, stock: { on_hand: 5 } });
  const { db } = environment().context;
  if (quantity > 0)
    await db.query('UPDATE stock_balances SET on_hand = 999999999999 WHERE tenant_id = $1', [tenantId]);
  const body = { mode: 'delta', quantity, reason: 'receipt' };
  const response = await request('POST', `/stock/${id}/adjustments`, { body });
  const detail = expect.stringMatching(`^\\d+ is on hand; ${outcome}\\.$`);
  expect(await response.json()).toMatchObject({ code: 'insufficient_stock', detail });
});

it('words an empty PATCH', async () => {
  const response = await (await environment().tenant()).request('PATCH', '/products/1', { body: {} });
  expect(await response.json()).toMatchObject({ errors: [{ pointer: '#', detail: 'must not be empty' }] });
});

it('says what a count for a product that exists is to be replaced by', async () => {
  const { request, tp } = await environment().tenant();
  await tp.products.create({ name: 'Café', sku: 'CAF', price: 1, external_id: 'E' });
  const items = [{ external_id: 'E', stock: { on_hand: 1 } }];
  const { results } = (await (await request('POST', '/products/batch', { body: { items } })).json()) as {
    results: { problem: ProblemBody }[];
  };
  expect(results[0]!.problem.errors[0]!.detail).toMatch(/leave it out, .* POST \/stock-adjustments\/batch$/);
});

interface Schema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
}

type Item = Record<string, { readonly parameters?: unknown; readonly requestBody?: unknown }>;

/** The schemas of all requests, whatever is below them. */
function requestSchemas(): Schema[] {
  const found = new Set<object>();
  const add = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || found.has(node)) return;
    found.add(node);
    const { $ref } = node as Schema;
    if ($ref !== undefined) add(resolve($ref));
    for (const part of Object.values(node)) add(part);
  };
  for (const item of Object.values(bundle.paths) as unknown as Item[]) {
    add(item.parameters);
    for (const { parameters, requestBody } of Object.values(item)) add([parameters, requestBody]);
  }
  return [...found] as Schema[];
}

const resolve = ($ref: string): unknown =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name.replaceAll('~1', '/')], bundle);

it('has a sentence for each pattern and format of a request', () => {
  const schemas = requestSchemas();
  const patterns = [
    ...new Set(schemas.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))),
  ];
  expect(patterns.length).toBeGreaterThan(5);
  const bare = patterns.filter((one) => /pattern/.test(wordingOf('pattern', `must match pattern "${one}"`)));
  expect(bare, 'add a sentence to PATTERNS in server/api/validation/wording.ts').toEqual([]);
  const lists = schemas.flatMap((schema) => (Array.isArray(schema.enum) ? [schema.enum] : []));
  expect(lists.some((list) => list.includes(null))).toBe(true);
  for (const list of lists)
    expect(wordingOf('enum', `must be equal to one of the allowed values: ${list.join(', ')}`)).toBe(
      `must be one of ${list.map(String).join(', ')}`,
    );
  for (const name of Object.keys(formats))
    expect(wordingOf('format', `must match format "${name}"`)).not.toContain('format');
});
