// A response lists what all stages of the validation find, so that a client corrects its request once.
import { expect, it } from 'vitest';
import type { ProblemBody } from '../../../server/base/problems/api-problem.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

const placesOf = ({ errors }: Pick<ProblemBody, 'errors'>): string[] =>
  errors.map(({ pointer, parameter, header, code }) => `${pointer ?? parameter ?? header} ${code}`).sort();

const address = { street: 'Rua XV', city: 'Curitiba', state: 'PR', country: 'BR' };
const person = { type: 'person', name: 'Maria' };
/** Each is found by another stage. */
const WRONG = {
  email: 'maria',
  tax_id: '529.982.247-26',
  addresses: [{ ...address, postal_code: '00000-000' }],
  state_registration: { state: 'SP', number: '1' },
};
const FOUND = [
  '#/addresses/0/postal_code pattern',
  '#/email format',
  '#/state_registration/number format',
  '#/tax_id invalid_tax_id',
];

async function refused(response: Promise<Response>, status = 400): Promise<string[]> {
  const { status: found, ...rest } = await response;
  const problem = (await (await response).json()) as ProblemBody;
  expect([rest && found, problem.code], JSON.stringify(problem)).toEqual([status, 'invalid_request']);
  return placesOf(problem);
}

const stored = (tenant: TestTenant) => tenant.tp.customers.create({ ...person, external_id: 'C' } as never);

it.each<[string, (tenant: TestTenant) => Promise<Response>]>([
  ['POST', ({ request }) => request('POST', '/customers', { body: { ...person, ...WRONG } })],
  [
    'PATCH',
    async (tenant) => {
      const { id } = await stored(tenant);
      return tenant.request('PATCH', `/customers/${id}`, { body: WRONG });
    },
  ],
  [
    'PATCH by external id',
    async (tenant) => {
      await stored(tenant);
      return tenant.request('PATCH', '/customers/external/C', { body: WRONG });
    },
  ],
  [
    'PUT that changes',
    async (tenant) => {
      await stored(tenant);
      return tenant.request('PUT', '/customers/external/C', { body: WRONG });
    },
  ],
  [
    'PUT that creates',
    ({ request }) => request('PUT', '/customers/external/N', { body: { ...person, ...WRONG } }),
  ],
])('names all that is wrong in a customer at once: %s', async (_, send) => {
  expect(await refused(send(await environment().tenant()))).toEqual(FOUND);
});

it('names all that is wrong in each row of a batch', async () => {
  const tenant = await environment().tenant();
  await stored(tenant);
  const rows = [WRONG, { ...WRONG, external_id: 'N' }, { ...WRONG, external_id: 'C' }];
  const items = rows.map((row) => ({ ...person, ...row }));
  const response = await tenant.request('POST', '/customers/batch', { body: { items } });
  const { results } = (await response.json()) as { results: { status: number; problem: ProblemBody }[] };
  expect(results.map(({ status, problem }) => [status, placesOf(problem)])).toEqual(
    rows.map(() => [400, FOUND]),
  );
});

it('adds what reading found in a row', async () => {
  const { request } = await environment().tenant();
  const row = (more: string) =>
    `{"type":"person","type":"person",${more}"name":"M","email":"m","tax_id":"1"}`;
  const raw = `{"items":[${row('')},${row('"external_id":"\\u0000",')}]}`;
  const { results } = (await (await request('POST', '/customers/batch', { raw })).json()) as {
    results: { problem: ProblemBody }[];
  };
  const both = ['#/email format', '#/tax_id invalid_tax_id', '#/type repeated_member'];
  expect(results.map(({ problem }) => placesOf(problem))).toEqual([
    both,
    ['#/external_id text', ...both].sort(),
  ]);
});

it('keeps the code of a tax id that is all that is wrong, and names it among other issues', async () => {
  const tenant = await environment().tenant();
  const { id } = await stored(tenant);
  const patch = (body: object) => tenant.request('PATCH', `/customers/${id}`, { body });
  const { tax_id, addresses } = WRONG;
  const alone = await patch({ tax_id });
  expect([alone.status, await alone.json()]).toMatchObject([422, { code: 'invalid_tax_id' }]);
  expect(await refused(patch({ tax_id, addresses }))).toEqual([FOUND[0], FOUND[3]]);
  // Only the stored type tells that this is wrong.
  expect(await refused(patch({ tax_id: '11.222.333/0001-81', addresses }))).toEqual([FOUND[0], FOUND[3]]);
});

const discounted = { sku: 'CAF', quantity: 1, unit_price: 1, discount: 2 };
const later = '2999-01-01T00:00:00.000Z';
const period = { starts_at: '2026-02-01T00:00:00.000Z', ends_at: '2026-01-01T00:00:00.000Z' };
const tenPercent = { type: 'percentage', percentage: 10 };

it.each<[method: string, path: string, body: object | undefined, issues: string[]]>([
  [
    'POST',
    '/orders',
    {
      items: [discounted, { ...discounted, quantity: '1' }],
      shipping: { amount: 1.999, address: { ...address, postal_code: '00000-000' } },
      charges: [{ type: 'icms_st', amount: 1, item: 2 }],
      placed_at: later,
      fiscal_document: { issued_at: later, url: 'x' },
    },
    [
      '# one_of',
      '#/charges/0/item maximum',
      '#/fiscal_document/issued_at maximum',
      '#/fiscal_document/url format',
      '#/items/0/discount maximum',
      '#/items/1/quantity type',
      '#/placed_at maximum',
      '#/shipping/address/postal_code pattern',
      '#/shipping/amount format',
    ],
  ],
  [
    'POST',
    '/orders/quote',
    { customer_external_id: 'nobody', items: [discounted], placed_at: later },
    ['#/items/0/discount maximum', '#/placed_at maximum'],
  ],
  [
    'PATCH',
    '/orders/1',
    {
      customer_id: 1,
      customer_tax_id: '1',
      notes: 1,
      shipping: { address: { ...address, postal_code: '1' } },
      items: [discounted],
      charges: [{ type: 'icms_st', amount: 1, item: 1 }],
    },
    [
      '# one_of',
      '#/charges/0/item maximum',
      '#/items/0/discount maximum',
      '#/notes type',
      '#/shipping/address/postal_code pattern',
    ],
  ],
  [
    'POST',
    '/coupons/validate',
    { items: [discounted], customer_id: 1 },
    ['#/coupon_code required', '#/items/0/discount maximum'],
  ],
  ['POST', '/orders/1/payments', { amount: 1, paid_at: later }, ['#/method required', '#/paid_at maximum']],
  [
    'POST',
    '/orders/1/refunds',
    { amount: 1, refunded_at: later },
    ['#/reason required', '#/refunded_at maximum'],
  ],
  [
    'POST',
    '/orders/1/returns',
    {
      items: [
        { line: 1, quantity: 1 },
        { line: 1, quantity: 0 },
      ],
      restock: true,
      reason: 'x',
      refund: { amount: 1, reason: 'x', refunded_at: later },
    },
    ['#/items/1/line unique_items', '#/items/1/quantity exclusive_minimum', '#/refund/refunded_at maximum'],
  ],
  [
    'POST',
    '/orders/1/delivery-attempts',
    { outcome: 'failed', at: later, by: 'me' },
    ['#/at maximum', '#/by additional_properties', '#/reason required'],
  ],
  [
    'POST',
    '/coupons',
    { code: 'é', discount: tenPercent, promotion_id: 1, ...period },
    ['#/code pattern', '#/discount type', '#/ends_at validity'],
  ],
  [
    'PATCH',
    '/coupons/1',
    { code: 'é', discount: null, promotion_id: null },
    ['#/code pattern', '#/discount type'],
  ],
  [
    'POST',
    '/promotions',
    { name: '', discount: tenPercent, ...period },
    ['#/ends_at validity', '#/name min_length'],
  ],
  [
    'POST',
    '/price-tables',
    { name: '', code: 'A', kind: 'percentage', ...period },
    ['#/ends_at validity', '#/name min_length', '#/percentage required'],
  ],
  [
    'POST',
    '/stock/1/adjustments',
    { mode: 'set', quantity: -1 },
    ['#/quantity minimum', '#/reason required'],
  ],
  [
    'PUT',
    '/products/external/A',
    { external_id: 'B', price: -1 },
    ['#/external_id const', '#/price minimum'],
  ],
  [
    'GET',
    '/reports/sales?start_date=2026-02-01&end_date=2026-01-01&time_zone=Mars/Base&group_by=day&limit=1',
    undefined,
    ['end_date minimum', 'limit unknown_parameter', 'time_zone format'],
  ],
])('names all that is wrong at once: %s %s', async (method, path, body, issues) => {
  const { request } = await environment().tenant();
  expect(await refused(request(method, path, { ...(body && { body }) }))).toEqual(issues);
});

it('names what is wrong in the path, the query, the headers and the body at once', async () => {
  const { request } = await environment().tenant();
  const response = request('PUT', '/customers/external/%ff?colour=1', {
    body: { ...person, ...WRONG },
    headers: { 'If-Match': '3' },
  });
  expect(await refused(response)).toEqual(
    [...FOUND, 'If-Match format', 'colour unknown_parameter', 'external_id encoding'].sort(),
  );
});

it('says nothing of a field that an earlier stage has refused', async () => {
  const { request } = await environment().tenant();
  const post = (body: object) => refused(request('POST', '/customers', { body: { ...person, ...body } }));
  expect(await post({ tax_id: 1 })).toEqual(['#/tax_id type']);
  expect(await post({ tax_id: '1', tax_id_type: 'x' })).toEqual(['#/tax_id_type enum']);
  expect(await post({ addresses: [{ ...address, country: 1, postal_code: '1' }] })).toEqual([
    '#/addresses/0/country type',
  ]);
  expect(await post({ addresses: [1, { ...address, postal_code: '1' }] })).toEqual([
    '#/addresses/0 type',
    '#/addresses/1/postal_code pattern',
  ]);
  expect(await post({ addresses: 'x', state_registration: [] })).toEqual([
    '#/addresses type',
    '#/state_registration type',
  ]);
});

it('leaves the rules out where there are more issues than a response lists', async () => {
  const { request } = await environment().tenant();
  const unknown = Array.from({ length: 150 }, (_, i) => `"k${i}":0`).join();
  const name = `"name":"${'\\u0000'.repeat(1)}${' '.repeat(201)}"`;
  const raw = `{${unknown},${name},"addresses":5,"state_registration":5,"tax_id":"1"}`;
  const response = await request('POST', '/customers', { raw });
  expect([response.status, ((await response.json()) as ProblemBody).errors.length]).toEqual([400, 100]);
});

it('survives bodies of the wrong type everywhere', async () => {
  const { request } = await environment().tenant();
  const paths = ['/customers', '/orders', '/coupons', '/price-tables', '/promotions', '/orders/1/returns'];
  const members = ['addresses', 'state_registration', 'items', 'shipping', 'fiscal_document', 'refund'];
  for (const path of paths)
    for (const value of [
      null,
      1,
      'x',
      [],
      [null],
      [[]],
      {},
      { address: [] },
      { address: { country: 'BR' } },
    ]) {
      const body = Object.fromEntries(members.map((name) => [name, value]));
      expect((await request('POST', path, { body })).status, `${path} ${JSON.stringify(value)}`).toBe(400);
      expect((await request('POST', path, { raw: JSON.stringify(value) })).status).toBe(400);
    }
});
