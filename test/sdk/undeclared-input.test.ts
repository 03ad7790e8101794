import { beforeAll, expect, it } from 'vitest';
import { compileErrors } from './compile.ts';

const PRELUDE = `
  import type { Tradepost } from '@tradepost/sdk';
  declare const tp: Tradepost;
`;

const DECLARED = `
  tp.client.GET('/orders', { params: { query: { limit: 1 } } });
  tp.client.GET('/orders/{order_id}', { params: { path: { order_id: 1 } } });
  tp.client.POST('/orders', { body: { customer_id: 1, items: [] } });
  tp.client.GET('/me');
  tp.orders.list({ limit: undefined });
`;

const UNDECLARED: [name: string, code: string][] = [
  ['a query value of another type', `tp.client.GET('/orders', { params: { query: { limit: 'ten' } } });`],
  ['a path', `tp.client.GET('/nonsense');`],
  ['a method of a path', `tp.client.DELETE('/orders');`],
  ['leaving out a path parameter', `tp.client.GET('/orders/{order_id}');`],
  ['leaving out a body', `tp.client.POST('/orders');`],
  ['a body of a GET', `tp.client.GET('/orders', { body: {} });`],
  ['a query of tp.orders.list', `tp.orders.list({ nonsense: 1 });`],
  ['a query of tp.products.list', `tp.products.list({ nonsense: 1 });`],
  [
    'a body field of tp.products.create',
    `tp.products.create({ name: 'x', sku: 'x', price: 1, nonsense: 1 });`,
  ],
  ['a body field of tp.orders.quote', `tp.orders.quote({ customer_id: 1, items: [], nonsense: 1 });`],
  ['an option of tp.me', `tp.me({ nonsense: 1 });`],
];

const fileOf = (index: number) => `test/sdk/undeclared-${index}.ts`;
let errors: Record<string, string[]>;

beforeAll(() => {
  errors = compileErrors({
    'test/sdk/declared.ts': PRELUDE + DECLARED,
    ...Object.fromEntries(UNDECLARED.map(([, code], index) => [fileOf(index), PRELUDE + code])),
  });
}, 600_000);

it('declared input compiles', () => {
  expect(errors['test/sdk/declared.ts']).toEqual([]);
});

it.each(UNDECLARED.map(([name], index) => [name, index] as const))(
  'input that the contract does not declare does not compile: %s',
  (_name, index) => {
    expect(errors[fileOf(index)]).toHaveLength(1);
  },
);
