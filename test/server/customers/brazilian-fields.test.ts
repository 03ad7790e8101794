import { readFileSync } from 'node:fs';
import type { Address, CustomerCreate } from '@tradepost/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { cityCodeIssue } from '../../../server/base/formats/city-code.ts';
import { stateOfPostalCode } from '../../../server/base/formats/postal-codes.ts';
import { isStateRegistration } from '../../../server/base/formats/state-registration.ts';
import { findState, STATES } from '../../../server/base/formats/states.ts';
import { withoutMask } from '../../../server/base/formats/tax-id.ts';
import { eventsOf } from '../../support/events.ts';
import { expectRefused } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const isCityCode = (text: string): boolean => cityCodeIssue(text) === undefined;

const file = new URL('../../vectors/brazilian-fields.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
  state_registration: { valid: Record<string, string[]> };
  city_code: { valid: string[]; invalid: string[] };
};
type State = Parameters<typeof isStateRegistration>[0]['state'];

const environment = sharedEnvironment();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await environment().tenant();
});

const EMPTY = {
  label: null,
  number: null,
  complement: null,
  district: null,
  city_code: null,
  state: null,
  postal_code: null,
};
const CURITIBA = {
  ...{ label: null, number: null, complement: null, district: null },
  street: 'Rua XV de Novembro',
  city: 'Curitiba',
  city_code: '4106902',
  state: 'PR',
  postal_code: '80020-310',
  country: 'BR',
} satisfies Address;
const company = { type: 'company', name: 'Torrefação Araucária Ltda' } satisfies CustomerCreate;
const changedDigits = (text: string): string[] =>
  [...text.matchAll(/\d/g)].map(
    ({ 0: digit, index }) => text.slice(0, index) + ((Number(digit) + 1) % 10) + text.slice(index + 1),
  );

describe('a state registration', () => {
  const registrations = Object.entries(vectors.state_registration.valid);
  it('has a vector for each of the 27 states', () => {
    expect(registrations.map(([state]) => state)).toEqual(
      STATES.map(({ abbreviation }) => abbreviation).sort(),
    );
  });

  it.each(registrations)('of %s can be %s, but not with another last digit', (state, numbers) => {
    const isValid = (number: string) =>
      isStateRegistration({ state: state as State, number: withoutMask(number) });
    expect(numbers.filter((number) => !isValid(number))).toEqual([]);
    // A farmer's in São Paulo ends with three free digits.
    const others = numbers
      .filter((number) => !number.startsWith('P'))
      .map((number) => changedDigits(number).at(-1)!);
    expect(others.filter(isValid)).toEqual([]);
  });

  it.each(['', '0000000000', '123', '12345678501', 'P123456785', '1234567850x'])(
    'of PR cannot be "%s"',
    (number) => expect(isStateRegistration({ state: 'PR', number })).toBe(false),
  );
});

describe('a CEP', () => {
  // The ends of the ranges where states alternate, and a city beside each border.
  it.each([
    ['SP', '01000-000 05999-999 19999-999'],
    ['RJ', '20000-000 28999-999'],
    ['ES', '29000-000 29999-999'],
    ['MG', '30000-000 39999-999'],
    ['BA', '40000-000 48999-999'],
    ['SE', '49000-000 49999-999'],
    ['PE', '50000-000 53990-000 56999-999'],
    ['AL', '57000-000 57999-999'],
    ['PB', '58000-000 58999-999'],
    ['RN', '59000-000 59999-999'],
    ['CE', '60000-000 63999-999'],
    ['PI', '64000-000 64999-999'],
    ['MA', '65000-000 65999-999'],
    ['PA', '66000-000 68240-000 68899-999'],
    ['AP', '68900-000 68920-000 68999-999'],
    ['AM', '69000-000 69299-999 69400-000 69895-000 69899-999'],
    ['RR', '69300-000 69399-999'],
    ['AC', '69900-000 69980-000 69999-999'],
    ['DF', '70000-000 72799-999 73000-000 73699-999'],
    ['GO', '72800-000 72999-999 73700-000 73770-000 76799-999'],
    ['RO', '76800-000 76999-999'],
    ['TO', '77000-000 77999-999'],
    ['MT', '78000-000 78899-999'],
    ['MS', '79000-000 79999-999'],
    ['PR', '80000-000 84600-000 87999-999'],
    ['SC', '88000-000 89999-999'],
    ['RS', '90000-000 99999-999'],
  ])('of %s can be %s', (abbreviation, ceps) => {
    expect(ceps.split(' ').map((cep) => stateOfPostalCode(cep)?.abbreviation)).toEqual(
      ceps.split(' ').map(() => abbreviation),
    );
  });

  it.each(['00999-999', '78900-000', '78999-999'])('%s is of no certain state', (cep) => {
    expect(stateOfPostalCode(cep)).toBeUndefined();
  });
});

describe('a city code', () => {
  it.each(vectors.city_code.valid)('can be %s', (code) => expect(isCityCode(code)).toBe(true));
  it.each(vectors.city_code.invalid)('cannot be "%s"', (code) => expect(isCityCode(code)).toBe(false));
});

it.each(['PR', 'pr', ' Paraná ', 'parana', 'PARANÁ'])('finds the state "%s"', (text) =>
  expect(findState(text)?.abbreviation).toBe('PR'),
);

describe('a customer', () => {
  it('is stored with its registrations without punctuation, and its addresses in one form', async () => {
    const customer = await tenant.tp.customers.create({
      ...company,
      state_registration: { state: 'PR', number: '123.45678-50' },
      icms_taxpayer: 'contributor',
      municipal_registration: '12.345-6',
      addresses: [{ ...CURITIBA, state: 'Paraná', postal_code: '80020310' }],
    });
    expect(customer).toMatchObject({
      state_registration: { state: 'PR', number: '1234567850' },
      icms_taxpayer: 'contributor',
      municipal_registration: '12.345-6',
      addresses: [CURITIBA],
    });
    const { version } = await tenant.tp.customers.update(customer.id, {
      state_registration: { state: 'PR', number: '12345678-50' },
      addresses: [{ ...CURITIBA, postal_code: '80020310' }],
    });
    expect(version).toBe(1);
    const exempt = await tenant.tp.customers.update(customer.id, {
      state_registration: { state: 'PR', number: 'Isento' },
      icms_taxpayer: 'exempt',
    });
    expect(exempt.state_registration).toEqual({ state: 'PR', number: 'ISENTO' });
    const updates = (await eventsOf(environment(), tenant.tenantId)).filter(
      ({ event_type }) => event_type === 'customer.updated',
    );
    expect(updates).toMatchObject([{ data: { changed_fields: ['state_registration', 'icms_taxpayer'] } }]);
  });

  it('keeps an address from before Brazilian addresses were checked, also when a sync sends it again', async () => {
    const less = { street: 'Rua A', city: 'Curitiba', state: 'Sul', postal_code: '123', country: 'BR' };
    const old = { ...less, complement: ' ' };
    const { id } = await tenant.tp.customers.create(company);
    await environment().context.db.query('UPDATE customers SET addresses = $2 WHERE id = $1', [
      id,
      JSON.stringify([old]),
    ]);
    const { addresses } = await tenant.tp.customers.update(id, { addresses: [old, CURITIBA] });
    expect(addresses).toEqual([{ ...EMPTY, ...old, complement: '' }, CURITIBA]);
  });

  it.each([
    ['no state and no city code', { state: null, city_code: null, postal_code: '88010-000' }],
    ['no CEP', { postal_code: null }],
    ['a CEP and a city code of the same state, without the state', { state: '' }],
    [
      'the CEP that Rondônia had until it got new ones',
      { state: 'RO', city: 'Porto Velho', city_code: '1100205', postal_code: '78900-000' },
    ],
  ])('has an address with %s', async (_what, changes) => {
    const addresses = [{ ...CURITIBA, ...changes }];
    const created = await tenant.tp.customers.create({ ...company, addresses });
    expect(created.addresses).toEqual(addresses.map((given) => ({ ...EMPTY, ...given })));
  });

  it('has any state and postal code outside Brazil, and empty ones in Brazil', async () => {
    const addresses = [
      { street: 'Rua Augusta', city: 'Lisboa', state: 'Lisboa', postal_code: '1100-053', country: 'PT' },
      { street: 'Rua A', city: 'Curitiba', state: '', postal_code: ' ', country: 'BR' },
    ];
    const created = await tenant.tp.customers.create({ ...company, addresses });
    const kept = [addresses[0], { ...addresses[1], postal_code: '' }];
    expect(created.addresses).toEqual(kept.map((given) => ({ ...EMPTY, ...given })));
  });
});

type Case = [what: string, body: object, pointer: string, code: string];
const address = (changes: object) => ({ addresses: [CURITIBA, { ...CURITIBA, ...changes }] });
const wrong: Case[] = [
  [
    'a wrong digit of the registration',
    { state_registration: { state: 'PR', number: '123.45678-51' } },
    '#/state_registration/number',
    'format',
  ],
  [
    "another state's registration",
    { state_registration: { state: 'SP', number: '123.45678-50' } },
    '#/state_registration/number',
    'format',
  ],
  [
    'an unknown state',
    { state_registration: { state: 'XX', number: '1' } },
    '#/state_registration/state',
    'enum',
  ],
  [
    'a number without its state',
    { state_registration: { number: '1' } },
    '#/state_registration/state',
    'required',
  ],
  ['an unknown taxpayer', { icms_taxpayer: 'yes' }, '#/icms_taxpayer', 'enum'],
  ['a wrong digit of the city', address({ city_code: '4106903' }), '#/addresses/1/city_code', 'format'],
  ['a city of another state', address({ state: 'SC' }), '#/addresses/1/city_code', 'city_code'],
  [
    'a Brazilian city abroad',
    address({ country: 'PT', state: null }),
    '#/addresses/1/city_code',
    'city_code',
  ],
  ['a state that does not exist', address({ state: 'XX' }), '#/addresses/1/state', 'enum'],
  ['a CEP of 7 digits', address({ postal_code: '8002031' }), '#/addresses/1/postal_code', 'pattern'],
  ["another state's CEP", address({ postal_code: '88010-000' }), '#/addresses/1/postal_code', 'postal_code'],
  [
    'a CEP that is not of the state of the city, without a state',
    address({ state: null, postal_code: '88010000' }),
    '#/addresses/1/postal_code',
    'postal_code',
  ],
  ['a CEP of zeros', address({ postal_code: '00000-000' }), '#/addresses/1/postal_code', 'pattern'],
  ['a CEP with letters', address({ postal_code: '80020-31O' }), '#/addresses/1/postal_code', 'pattern'],
];

it.each(wrong)('a customer is refused with %s', async (_what, body, pointer, code) => {
  const given = {
    method: 'POST',
    path: '/api/v1/customers',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...company, ...body }),
  };
  const want = { status: 400, code: 'invalid_request', issue: { pointer, code } } as const;
  await expectRefused(environment(), tenant, given, want);
});

it('a refused registration is not quoted', async () => {
  const refused = await tenant.request('POST', '/customers', {
    body: { ...company, state_registration: { state: 'PR', number: '9876543210' } },
  });
  expect(refused.status).toBe(400);
  expect(await refused.text()).not.toContain('9876543210');
});

it.each<Case>([
  ['6 digits of the CEST', { cest: '170960' }, '#/cest', 'format'],
  ['the origin 9', { origin: 9 }, '#/origin', 'enum'],
  ['a tax unit of 7 characters', { tax_unit: 'UNIDADE' }, '#/tax_unit', 'max_length'],
])('a product is refused with %s', async (_what, body, pointer, code) => {
  const given = {
    method: 'POST',
    path: '/api/v1/products',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Café', sku: 'CAF-TAX', price: 1, ...body }),
  };
  const want = { status: 400, code: 'invalid_request', issue: { pointer, code } } as const;
  await expectRefused(environment(), tenant, given, want);
});

describe("an order's shipping address", () => {
  const place = async (postal_code: string) => {
    const { id: customer_id } = await tenant.tp.customers.create(company);
    const { sku } = await stocked(tenant.tp, 5);
    return tenant.tp.orders.create({
      customer_id,
      items: [{ sku, quantity: 1 }],
      shipping: { address: { ...CURITIBA, postal_code } },
    });
  };

  it('is checked and stored in one form, also by a PATCH', async () => {
    const { id, shipping } = await place('80020310');
    expect(shipping?.address).toEqual({ ...CURITIBA, recipient: null, phone: null, tax_id: null });
    const { version } = await tenant.tp.orders.update(id, {
      shipping: { address: { ...CURITIBA, state: 'paraná' } },
    });
    expect(version).toBe(1);
    const issue = { code: 'invalid_request', errors: [{ pointer: '#/shipping/address/postal_code' }] };
    await expect(place('123')).rejects.toMatchObject(issue);
    await expect(
      tenant.tp.orders.update(id, { shipping: { address: { ...CURITIBA, postal_code: '1' } } }),
    ).rejects.toMatchObject(issue);
  });
});
