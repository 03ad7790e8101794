// Rules between the fields of a request. The contract's schema says each of them, so that a gateway, a form and a test of a client can
// know it, and whoever breaks one gets one issue that names the place and the other field.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../../server/base/contract.ts';
import { formats } from '../../../server/base/formats/contract-formats.ts';
import type { ValidationIssue } from '../../../server/base/problems/api-problem.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
ajv.addSchema({ $id: 'contract', components: bundle.components });
const isValid = (schema: string, body: unknown): boolean =>
  ajv.validate({ $ref: `contract#/components/schemas/${schema}` }, body);

const sku = 'CAF';
const item = { sku, quantity: 1 };
const off = { type: 'percentage', percentage: 10 };
const count = { mode: 'set', quantity: 1, reason: 'count' };
const table = { name: 'T', code: 'T' };
const CUSTOMER = 'customer_id, customer_external_id and customer_tax_id';
const PRODUCT = 'product_id, sku and external_id';

type Case = readonly [schema: string, request: string, body: object, issue: string];

const BROKEN: readonly Case[] = [
  [
    'OrderCreate',
    'POST /orders',
    { customer_id: 1, items: [{ ...item, discount: 1 }] },
    '#/items/0/unit_price required: is required with discount',
  ],
  ['OrderCreate', 'POST /orders', { items: [item] }, `# one_of: must have exactly one of ${CUSTOMER}`],
  [
    'OrderCreate',
    'POST /orders/quote',
    { customer_id: 1, customer_tax_id: '1', items: [item] },
    `# one_of: must have exactly one of ${CUSTOMER}`,
  ],
  [
    'OrderCreate',
    'POST /orders',
    { customer_id: 1, items: [{ ...item, product_id: 1 }] },
    `#/items/0 one_of: must have exactly one of ${PRODUCT}`,
  ],
  [
    'OrderUpdate',
    'PATCH /orders/1',
    { customer_id: 1, customer_external_id: 'E' },
    `# one_of: must have at most one of ${CUSTOMER}`,
  ],
  [
    'OrderUpdate',
    'PATCH /orders/1',
    { customer_id: 1, customer_external_id: 'E', customer_tax_id: '1' },
    `# one_of: must have at most one of ${CUSTOMER}`,
  ],
  [
    'DeliveryAttemptCreate',
    'POST /orders/1/delivery-attempts',
    { outcome: 'failed' },
    '#/reason required: is required with outcome failed',
  ],
  [
    'DeliveryAttemptCreate',
    'POST /orders/1/delivery-attempts',
    { outcome: 'failed', reason: null },
    '#/reason type: must be a string with outcome failed',
  ],
  [
    'CouponCreate',
    'POST /coupons',
    { code: 'X' },
    '#/discount required: is required without promotion_id or promotion_external_id',
  ],
  [
    'CouponCreate',
    'POST /coupons',
    { code: 'X', promotion_id: null },
    '#/discount required: is required without promotion_id or promotion_external_id',
  ],
  [
    'CouponCreate',
    'POST /coupons',
    { code: 'X', discount: null },
    '#/discount type: must be an object without promotion_id or promotion_external_id',
  ],
  [
    'CouponCreate',
    'POST /coupons',
    { code: 'X', discount: off, promotion_id: 1 },
    '#/discount type: must be null with promotion_id',
  ],
  [
    'CouponUpdate',
    'PATCH /coupons/1',
    { discount: off, promotion_id: 1 },
    '#/discount type: must be null with promotion_id',
  ],
  [
    'CouponUpdate',
    'PUT /coupons/external/E',
    { discount: null, promotion_id: null },
    '#/discount type: must be an object without promotion_external_id or promotion_id',
  ],
  [
    'CouponValidate',
    'POST /coupons/validate',
    { coupon_code: 'X', items: [item] },
    `# one_of: must have exactly one of ${CUSTOMER}`,
  ],
  [
    'PriceTableCreate',
    'POST /price-tables',
    { ...table, kind: 'percentage' },
    '#/percentage required: is required with kind percentage',
  ],
  [
    'PriceTableCreate',
    'POST /price-tables',
    { ...table, kind: 'percentage', percentage: null },
    '#/percentage type: must be a number with kind percentage',
  ],
  [
    'PriceTableCreate',
    'POST /price-tables',
    { ...table, kind: 'fixed', percentage: 5 },
    '#/percentage type: must be null with kind fixed',
  ],
  [
    'PriceTableUpsert',
    'PUT /price-tables/external/E',
    { ...table, kind: 'fixed', percentage: 5 },
    '#/percentage type: must be null with kind fixed',
  ],
  [
    'PriceTableEntriesSet',
    'PUT /price-table-entries/1',
    { entries: [{ price: 1 }] },
    `#/entries/0 one_of: must have exactly one of ${PRODUCT}`,
  ],
  [
    'PromotionCreate',
    'POST /promotions',
    { name: 'P', discount: off, target: { type: 'products' } },
    '#/target one_of: must have exactly one of product_ids, skus and external_ids',
  ],
  [
    'StockAdjustmentItem',
    'POST /stock-adjustments',
    { ...count, sku, quantity: -1 },
    '#/quantity minimum: must be at least 0 with mode set',
  ],
  ['StockAdjustmentItem', 'POST /stock-adjustments', count, `# one_of: must have exactly one of ${PRODUCT}`],
];

const told = (issues: readonly ValidationIssue[]): string[] =>
  issues.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);

describe.each(BROKEN)('%s, in %s with %j', (schema, request, body, issue) => {
  it('is refused by the schema, and with one issue by the service', async () => {
    expect(isValid(schema, body)).toBe(false);
    const tenant = await environment().tenant();
    const [method, path] = request.split(' ') as [string, string];
    const response = await tenant.request(method, path, { body });
    const { errors } = (await response.json()) as { errors: ValidationIssue[] };
    expect([response.status, told(errors)]).toEqual([400, [issue]]);
  });
});

/** What is the other way round, or what only an existing row could contradict. */
const SOUND: readonly (readonly [schema: string, body: object])[] = [
  ['OrderItemCreate', { ...item, unit_price: 2, discount: 1 }],
  ['OrderItemCreate', { ...item, unit_price: 2 }],
  ['OrderUpdate', { customer_external_id: 'E' }],
  ['OrderUpdate', { notes: 'x' }],
  ['DeliveryAttemptCreate', { outcome: 'failed', reason: 'Nobody at home' }],
  ['DeliveryAttemptCreate', { outcome: 'delivered', reason: null }],
  ['OrderStatusSet', { status: 'Canceled' }],
  ['CouponCreate', { code: 'X', discount: off, promotion_id: null }],
  ['CouponCreate', { code: 'X', discount: null, promotion_id: 1 }],
  ['CouponUpdate', { discount: off }],
  ['CouponUpdate', { promotion_id: null }],
  ['CouponUpdate', { promotion_id: 1, discount: null }],
  ['CouponUpdate', { status: 'inactive' }],
  ['PriceTableCreate', { ...table, kind: 'percentage', percentage: -10 }],
  ['PriceTableCreate', { ...table, kind: 'fixed', percentage: null }],
  ['PriceTableUpsert', { kind: 'percentage' }],
  ['PriceTableUpsert', { percentage: 5 }],
  ['StockAdjustmentItem', { ...count, sku, quantity: 0 }],
  ['StockAdjustmentItem', { ...count, sku, mode: 'delta', quantity: -1 }],
];

it.each(SOUND)('%s %j is valid', (schema, body) => expect(isValid(schema, body)).toBe(true));

it('a row of a batch has the issue in its own result, and the batch is valid', async () => {
  const { request } = await environment().tenant();
  const items = [{ ...count, sku, quantity: -1 }, 'no object', { code: 'X', discount: off, promotion_id: 1 }];
  for (const [schema, path, issues] of [
    [
      'StockAdjustmentBatch',
      '/stock-adjustments/batch',
      ['#/quantity minimum: must be at least 0 with mode set'],
    ],
    ['CouponBatch', '/coupons/batch', ['#/discount type: must be null with promotion_id']],
  ] as const) {
    expect(isValid(schema, { items })).toBe(true);
    const response = await request('POST', path, { body: { items } });
    const { results } = (await response.json()) as { results: { problem: { errors: ValidationIssue[] } }[] };
    expect(results.flatMap(({ problem }) => told(problem.errors))).toEqual(
      expect.arrayContaining([...issues]),
    );
  }
});

it('is found together with what is wrong elsewhere', async () => {
  const { request } = await environment().tenant();
  const response = await request('POST', '/orders/1/delivery-attempts', {
    body: { outcome: 'failed', at: 'x' },
  });
  const { errors } = (await response.json()) as { errors: ValidationIssue[] };
  expect(told(errors)).toEqual([
    '#/reason required: is required with outcome failed',
    '#/at format: must be a date-time such as 2026-02-01T09:30:00.000Z',
  ]);
});

it.each([
  ['POST /coupons', { code: 'X', promotion_id: 'x' }, ['#/promotion_id type: must be an integer or null']],
  ['POST /orders', { customer_id: 1, items: ['x'] }, ['#/items/0 type: must be an object']],
  ['POST /price-tables', { name: 'T', code: 'T', percentage: 5 }, ['#/kind required: is required']],
  [
    'POST /orders/1/delivery-attempts',
    { outcome: 'failed', reason: 5 },
    ['#/reason type: must be a string with outcome failed'],
  ],
])('one mistake is one issue: %s with %j', async (request, body, issues) => {
  const tenant = await environment().tenant();
  const [method, path] = request.split(' ') as [string, string];
  const { errors } = (await (await tenant.request(method, path, { body })).json()) as {
    errors: ValidationIssue[];
  };
  expect(told(errors)).toEqual(issues);
});
