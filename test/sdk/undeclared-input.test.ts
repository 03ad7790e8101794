import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { compileErrors } from './compile.ts';

const PRELUDE = `
  import type { Tradepost } from '@tradepost/sdk';
  import type { Transport } from '../../sdk/src/transport.ts';
  declare const tp: Tradepost;
  declare const transport: Transport;
`;

const DECLARED = `
  transport.send('get', '/orders', { query: { limit: 1 } });
  transport.send('get', '/orders/{order_id}', { path: { order_id: 1 } });
  transport.send('post', '/orders', { body: { customer_id: 1, items: [] } });
  transport.send('get', '/me', {});
`;

const UNDECLARED: [name: string, code: string][] = [
  ['a query', `transport.send('get', '/orders', { query: { nonsense: 1 } });`],
  ['a query of an operation without one', `transport.send('get', '/me', { query: { limit: 1 } });`],
  ['a query value of another type', `transport.send('get', '/orders', { query: { limit: 'ten' } });`],
  ['a path', `transport.send('get', '/nonsense', {});`],
  ['a method of a path', `transport.send('delete', '/orders', {});`],
  [
    'a path parameter',
    `transport.send('get', '/orders/{order_id}', { path: { order_id: 1, nonsense: 1 } });`,
  ],
  ['leaving out a path parameter', `transport.send('get', '/orders/{order_id}', {});`],
  ['a path parameter of a list', `transport.send('get', '/orders', { path: { order_id: 1 } });`],
  [
    'a body field',
    `transport.send('post', '/orders', { body: { customer_id: 1, items: [], nonsense: 1 } });`,
  ],
  ['leaving out a body', `transport.send('post', '/orders', {});`],
  ['a body of a GET', `transport.send('get', '/orders', { body: {} });`],
  ['a part of a request', `transport.send('get', '/orders', { nonsense: {} });`],
  ['a query of tp.orders.list', `tp.orders.list({ nonsense: 1 });`],
  ['a query of tp.products.list', `tp.products.list({ nonsense: 1 });`],
  [
    'a body field of tp.products.create',
    `tp.products.create({ name: 'x', sku: 'x', price: 1, nonsense: 1 });`,
  ],
  ['a body field of tp.orders.quote', `tp.orders.quote({ customer_id: 1, items: [], nonsense: 1 });`],
  ['an option of tp.me', `tp.me({ nonsense: 1 });`],
];

const RESOURCE = 'sdk/src/resource.ts';
const RESOURCE_CHANGES: [declared: string, undeclared: string][] = [
  [`'/{id}', { path: { id } }`, `'/nonsense', { path: { id } }`],
  [`{ path: { id }, body }`, `{ path: { id, nonsense: 1 }, body }`],
  [`'', { body }`, `'', { body, query: { limit: 1 } }`],
];

const fileOf = (index: number) => `test/sdk/undeclared-${index}.ts`;
let errors: Record<string, string[]>;
let resource = readFileSync(new URL(`../../${RESOURCE}`, import.meta.url), 'utf8');

beforeAll(() => {
  for (const [declared, undeclared] of RESOURCE_CHANGES) {
    expect(resource).toContain(declared);
    resource = resource.replace(declared, undeclared);
  }
  errors = compileErrors({
    'test/sdk/declared.ts': PRELUDE + DECLARED,
    ...Object.fromEntries(UNDECLARED.map(([, code], index) => [fileOf(index), PRELUDE + code])),
    [RESOURCE]: resource,
  });
}, 120_000);

it('declared input compiles', () => {
  expect(errors['test/sdk/declared.ts']).toEqual([]);
});

it.each(UNDECLARED.map(([name], index) => [name, index] as const))(
  'input that the contract does not declare does not compile: %s',
  (_name, index) => {
    expect(errors[fileOf(index)]).toHaveLength(1);
  },
);

it('undeclared input does not compile in the operations that resources share', () => {
  const lines = new Set(errors[RESOURCE]!.map((error) => error.split(':')[0]));
  expect(lines.size).toBe(RESOURCE_CHANGES.length);
});
