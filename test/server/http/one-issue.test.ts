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
const LIST = 'must have exactly one of product_ids, skus and external_ids';
const product = { name: 'x', sku: 'x', price: 1 };
const promotion = { name: 'x', discount: { type: 'percentage', percentage: 1 } };

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
  [
    'POST',
    '/coupons/validate',
    { coupon_code: 'X', items: [{ product_id: 1, sku: 'A', quantity: 1 }] },
    {},
    [`# ${CUSTOMER}`, `#/items/0 ${PRODUCT}`],
  ],
  [
    'PUT',
    '/price-table-entries/1',
    { entries: [{ price: 1 }, { sku: 'A', external_id: 'A', price: 1 }] },
    {},
    [`#/entries/0 ${PRODUCT}`, `#/entries/1 ${PRODUCT}`],
  ],
  ['POST', '/promotions', { ...promotion, target: { type: 'products' } }, {}, [`#/target ${LIST}`]],
  [
    'POST',
    '/promotions',
    { ...promotion, target: { type: 'products', skus: ['A'], product_ids: [1] } },
    {},
    [`#/target ${LIST}`],
  ],
  [
    'POST',
    '/promotions',
    { ...promotion, target: { type: 'products', product_ids: [0] } },
    {},
    ['#/target/product_ids/0 must be at least 1'],
  ],
  ['POST', '/promotions', { name: 'x', discount: 1 }, {}, ['#/discount must be an object']],
  ['POST', '/promotions', { name: 'x', discount: {} }, {}, ['#/discount/type is required']],
  [
    'POST',
    '/promotions',
    { name: 'x', discount: { type: 'x', percentage: 1 } },
    {},
    ['#/discount/type must be one of percentage, fixed_amount, buy_x_get_y'],
  ],
  ['POST', '/products', { ...product, status: 1 }, {}, ['#/status must be a string']],
  ['POST', '/products', { ...product, status: '' }, {}, ['#/status must be one of active, inactive']],
  ['POST', '/products', { ...product, image_urls: [''] }, {}, ['#/image_urls/0 must not be empty']],
  ['POST', '/products', { ...product, image_urls: [''] }, {}, ['#/image_urls/0 must not be empty']],
  ['POST', '/products', { ...product, ncm: 1 }, {}, ['#/ncm must be a string or null']],
  [
    'POST',
    '/products',
    { ...product, ncm: '0' },
    {},
    ['#/ncm must be an NCM of exactly 8 digits, such as 0901.21.00; it has only zeros'],
  ],
  [
    'POST',
    '/products',
    { ...product, metadata: { 'a b': 'x' } },
    {},
    [
      '#/metadata must have names of 1 to 40 letters without accents, digits, "_", "." and "-"; "a b" is none',
    ],
  ],
  [
    'POST',
    '/customers',
    { type: 'person', name: 'x', addresses: [{ street: 'x', city: 'x', country: 'Nowhere' }] },
    {},
    [
      '#/addresses/0/country must be the ISO 3166-1 code of a country, such as BR, or its name in Portuguese or English',
    ],
  ],
  [
    'GET',
    '/reports/sales?start_date=x&end_date=2026-01-01&group_by=day',
    undefined,
    {},
    ['start_date must be a date such as 2026-02-01'],
  ],
  ['POST', '/products', { name: 'x', sku: '', price: 1 }, {}, ['#/sku must not be empty']],
  ['POST', '/products', { name: 'x', sku: ' ', price: 1 }, {}, ['#/sku must not be empty']],
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
