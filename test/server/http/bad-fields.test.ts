import { expect, it } from 'vitest';
import { expectRefused, invalid } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const LEAST = {
  '/products': '"name":"Café","sku":"CAF","price":1',
  '/categories': '"name":"Cafés"',
  '/customers': '"type":"person","name":"Maria"',
  '/orders': '"customer_id":1,"items":[{"sku":"CAF","quantity":1}]',
  '/stock/1/adjustments': '"mode":"set","quantity":1,"reason":"count"',
} as const;
type Path = keyof typeof LEAST;

/** A member of a body that is otherwise the smallest valid one of its path. */
type Case = [member: string, path: Path, pointer: string, code: string];
const address = '"street":"Rua","city":"Curitiba","country":"BR"';
const size = '"length_cm":1,"width_cm":1,"height_cm":1';

const numbers: Case[] = [
  ['"price":19.99999999999', '/products', '#/price', 'format'],
  ['"price":1e-11', '/products', '#/price', 'format'],
  ['"price":0.30000000000000004', '/products', '#/price', 'format'],
  ['"price":1e400', '/products', '#/price', 'precision'],
  ['"price":-1e400', '/products', '#/price', 'precision'],
  ['"price":9007199254740993', '/products', '#/price', 'maximum'],
  ['"price":-0.01', '/products', '#/price', 'minimum'],
  ['"price":"1"', '/products', '#/price', 'type'],
  ['"price":null', '/products', '#/price', 'type'],
  ['"price":true', '/products', '#/price', 'type'],
  ['"cost_price":10000000000', '/products', '#/cost_price', 'maximum'],
  ['"weight_kg":0.00001', '/products', '#/weight_kg', 'format'],
  ['"category_id":9007199254740993', '/products', '#/category_id', 'maximum'],
  ['"category_id":2147483648', '/products', '#/category_id', 'maximum'],
  ['"category_id":0', '/products', '#/category_id', 'minimum'],
  ['"category_id":-1', '/products', '#/category_id', 'minimum'],
  ['"category_id":"1"', '/products', '#/category_id', 'type'],
  ['"category_id":"0x10"', '/products', '#/category_id', 'type'],
  ['"category_id":1.5', '/products', '#/category_id', 'type'],
  ['"position":9007199254740993', '/categories', '#/position', 'maximum'],
  ['"parent_id":2147483648', '/categories', '#/parent_id', 'maximum'],
  ['"customer_id":2147483648', '/orders', '#/customer_id', 'maximum'],
  ['"items":[{"product_id":0,"quantity":1}]', '/orders', '#/items/0/product_id', 'minimum'],
  ['"items":[{"sku":"CAF","quantity":0}]', '/orders', '#/items/0/quantity', 'exclusive_minimum'],
  ['"items":[{"sku":"CAF","quantity":1e-7}]', '/orders', '#/items/0/quantity', 'format'],
  ['"expected_total":19.999', '/orders', '#/expected_total', 'format'],
  [
    '"items":[{"sku":"CAF","quantity":1,"unit_price":0.00000000375}]',
    '/orders',
    '#/items/0/unit_price',
    'format',
  ],
  ['"items":[{"sku":"CAF","quantity":1,"unit_price":-0.01}]', '/orders', '#/items/0/unit_price', 'minimum'],
  ['"items":[{"sku":"CAF","quantity":1,"unit_price":null}]', '/orders', '#/items/0/unit_price', 'type'],
  ['"quantity":1e400', '/stock/1/adjustments', '#/quantity', 'precision'],
  ['"quantity":-1', '/stock/1/adjustments', '#/quantity', 'minimum'],
];

const names: Case[] = [
  ['"colour":1', '/products', '#/colour', 'additional_properties'],
  ['"id":1', '/products', '#/id', 'additional_properties'],
  ['"version":1', '/products', '#/version', 'additional_properties'],
  ['"stock":{"on_hand":5,"reserved":1}', '/products', '#/stock/reserved', 'additional_properties'],
  ['"tenant_id":1', '/products', '#/tenant_id', 'additional_properties'],
  ['"tenant_id":1', '/orders', '#/tenant_id', 'additional_properties'],
  ['"tenant_id":1', '/customers', '#/tenant_id', 'additional_properties'],
  ['"total":1', '/orders', '#/total', 'additional_properties'],
  ['"deleted_at":null', '/customers', '#/deleted_at', 'additional_properties'],
  ['"__proto__":{"sku":"B"}', '/products', '#/__proto__', 'additional_properties'],
  ['"constructor":{"prototype":1}', '/products', '#/constructor', 'additional_properties'],
  ['"toString":1', '/categories', '#/toString', 'additional_properties'],
  ['"__proto__":1', '/orders', '#/__proto__', 'additional_properties'],
  ['"hasOwnProperty":1', '/customers', '#/hasOwnProperty', 'additional_properties'],
  [`"dimensions":{${size},"depth_cm":1}`, '/products', '#/dimensions/depth_cm', 'additional_properties'],
  [`"dimensions":{${size},"__proto__":1}`, '/products', '#/dimensions/__proto__', 'additional_properties'],
  [
    `"addresses":[{${address}},{${address},"zip":"1"}]`,
    '/customers',
    '#/addresses/1/zip',
    'additional_properties',
  ],
  [
    '"items":[{"sku":"CAF","quantity":1,"subtotal":1}]',
    '/orders',
    '#/items/0/subtotal',
    'additional_properties',
  ],
  ['"items":[{"sku":"CAF","product_id":1,"quantity":1}]', '/orders', '#/items/0', 'one_of'],
  [
    `"shipping":{"address":{${address},"zip":"1"}}`,
    '/orders',
    '#/shipping/address/zip',
    'additional_properties',
  ],
  ['"metadata":{"a b":"x"}', '/products', '#/metadata', 'pattern'],
  ['"metadata":{"a":1}', '/products', '#/metadata/a', 'type'],
  ['"metadata":{"__proto__":1}', '/products', '#/metadata/__proto__', 'type'],
  ['"metadata":{"constructor":{"a":"x"}}', '/orders', '#/metadata/constructor', 'type'],
];

/** The members of an object and another one, which takes the place of the one with the same name. */
function withMember(members: string, member: string): string {
  const [name] = /^"[^"]*"/.exec(member)!;
  const others = members
    .match(/"[^"]*":(?:\[[^\]]*\]|[^,]*)/g)!
    .filter((other) => !other.startsWith(`${name}:`));
  return `{${[...others, member].join()}}`;
}

it.each([...numbers, ...names])('refuses %s at POST %s', async (member, path, pointer, code) => {
  const body = withMember(LEAST[path], member);
  const given = {
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { 'content-type': 'application/json' },
    body,
  };
  await expectRefused(environment(), await environment().tenant(), given, invalid({ pointer, code }));
});

it('keeps metadata whose names exist on every JavaScript object', async () => {
  const { request } = await environment().tenant();
  const metadata = '{"__proto__":"a","constructor":"b","toString":"c"}';
  const created = await request('POST', '/products', {
    raw: `{${LEAST['/products']},"metadata":${metadata}}`,
  });
  expect(created.status).toBe(201);
  const text = await created.text();
  expect(text).toContain(`"metadata":${metadata}`);
  const { id } = JSON.parse(text) as { id: number };
  const changed = await request('PATCH', `/products/${id}`, { raw: '{"metadata":{"__proto__":"z"}}' });
  expect(await changed.text()).toContain('"metadata":{"__proto__":"z"}');
});

it('accepts -0 as 0', async () => {
  const { request } = await environment().tenant();
  const created = await request('POST', '/products', {
    raw: '{"name":"Café","sku":"CAF","price":-0,"min_stock":-0}',
  });
  expect(await created.text()).toMatch(/"price":0,.*"min_stock":0,/);
});
