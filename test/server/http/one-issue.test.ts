// One mistake is one issue: a program that lists the issues would show it several times.
import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

interface Issue {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
}

const item = { sku: 'CAF', quantity: 1 };
const CUSTOMER = 'must have exactly one of customer_id, customer_external_id and customer_tax_id';
const PRODUCT = 'must have exactly one of product_id, sku and external_id';

it.each<[method: string, path: string, body: unknown, headers: Record<string, string>, issues: string[]]>([
  ['POST', '/orders', { items: [item] }, {}, [`# ${CUSTOMER}`]],
  ['POST', '/orders', { customer_id: 1, customer_tax_id: '1', items: [item] }, {}, [`# ${CUSTOMER}`]],
  ['POST', '/orders', { customer_id: 1, items: [{ quantity: 1 }] }, {}, [`#/items/0 ${PRODUCT}`]],
  [
    'POST',
    '/orders',
    { customer_id: 1, items: [{}] },
    {},
    [`#/items/0 ${PRODUCT}`, '#/items/0/quantity is required'],
  ],
  ['POST', '/orders', {}, {}, [`# ${CUSTOMER}`, '#/items is required']],
  ['POST', '/stock-adjustments', { mode: 'set', quantity: 1, reason: 'count' }, {}, [`# ${PRODUCT}`]],
  ['POST', '/products', { name: 'x', sku: '', price: 1 }, {}, ['#/sku must not be empty']],
  [
    'POST',
    '/products',
    { name: 'x', sku: ' ', price: 1 },
    {},
    ['#/sku must not begin or end with a space, or have more than one line'],
  ],
  ['POST', '/customers', { type: 'person', name: '' }, {}, ['#/name must not be empty']],
  [
    'POST',
    '/orders',
    { customer_id: 1, items: [item] },
    { 'idempotency-key': '' },
    ['Idempotency-Key must not be empty'],
  ],
  [
    'GET',
    '/orders?status=a,b',
    undefined,
    {},
    ['status must be one of Pending, In_Transit, Delivered, Canceled'],
  ],
])('%s %s with %j and %j', async (method, path, body, headers, issues) => {
  const tenant = await environment().tenant();
  const response = await tenant.request(method, path, { ...(body !== undefined && { body }), headers });
  const { errors } = (await response.json()) as { errors: Issue[] };
  expect(
    errors.map(({ pointer, parameter, header, detail }) => `${pointer ?? parameter ?? header} ${detail}`),
  ).toEqual(issues);
});
