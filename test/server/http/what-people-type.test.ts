import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../server/base/contract.ts';
import { textFormats } from '../../../server/base/formats/contract-formats.ts';
import { eventLinesOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

// docs/decisions/what-people-type.md

const environment = sharedEnvironment();

interface Vectors {
  readonly phones: readonly (readonly [typed: string, kept: string | null])[];
}
const { phones } = JSON.parse(
  readFileSync(new URL('../../vectors/phones.json', import.meta.url), 'utf8'),
) as Vectors;

const person = { type: 'person', name: 'Maria' };
const product = { name: 'Café', price: 10 };
const address = { street: 'Rua XV', city: 'Curitiba', country: 'BR' };
const TEN = { type: 'percentage', percentage: 10 };
const KEY = '41260211222333000181550010000005671836102749';
const PRINTED_KEY = KEY.replaceAll(/(.{4})/g, '$1 \u2013');

type Case = readonly [field: string, typed: unknown, kept: unknown];

/** Kept, or refused with words of the rule if `kept` is a pattern. */
const OF_CUSTOMER: readonly Case[] = [
  ['phone', '0800 123 4567', '08001234567'],
  ['phone', '+55 800 123 4567', '08001234567'],
  ['phone', '4004-1234', '40041234'],
  ['phone', '(11) 9999-9999', '1199999999'],
  ['phone', '+55 (11) 9999-9999', '1199999999'],
  ['phone', '55 11 9999-9999', '1199999999'],
  ['phone', '0055 11 8888.7777', '1188887777'],
  ['phone', '(11) 9999-99999', '+5511999999999'],
  ['phone', '11 99 99 99 99', '1199999999'],
  ['phone', '(11) 99999-999', /missing at least one digit/],
  ['phone', '(11) 9 9999-999', /missing at least one digit/],
  ['phone', '+55 11 99999 999', /missing at least one digit/],
  ['phone', '(11) 9999-999', /missing at least one digit/],
  ['phone', '(0xx11) 3333-444', /missing at least one digit/],
  ['phone', '(11) 99999', /missing at least one digit/],
  ['phone', '(11) 0800 123', /such as 0800/],
  ['phone', '(11) 0800 123 4567', /such as 0800/],
  ['phone', '0800 123', /such as 0800/],
  ['phone', '55 99999-9999', '+5555999999999'],
  ['phone', '5511999999999', '+5511999999999'],
  ['phone', '(0xx11) 3333-4444', '+551133334444'],
  ['phone', '0 15 11 99999-9999', '+5511999999999'],
  ['phone', 'tel:+55-11-99999-9999', '+5511999999999'],
  ['phone', '\u202a+55 11 99999\u20119999\u202c', '+5511999999999'],
  ['phone', '+44 (0)20 7946 0958', '+442079460958'],
  ['phone', '(20) 99999-9999', /area code \(DDD\) 20/],
  ['phone', '3333-4444', /no area code/],
  ['phone', '(11) 3333-4444 ramal 12', /one phone number/],
  ['phone', '(11) 3333-4444 / 99999-9999', /one phone number/],
  ['phone', '+11 99999-9999', /code of a country/],
  ['phone', '(00) 98765-4321', /area code \(DDD\) 00/],
  ['phone', '(00) 3333-4444', /area code \(DDD\) 00/],
  ['phone', '+55 00 98765-4321', /area code \(DDD\) 00/],
  ['phone', '+55 (00) 3333-4444', /area code \(DDD\) 00/],
  ['phone', '00 98765-4321', /may be a number of Brazil/],
  ['phone', '00 3333-4444', /may be a number of Brazil/],
  ['phone', '00 (51) 98765-4321', /may be a number of Brazil/],
  ['phone', '0021 11 98765-4321', /may be a number of Brazil/],
  ['phone', '0021 11 3333-4444', /may be a number of Brazil/],
  ['phone', '0041 11 98765-4321', /may be a number of Brazil/],
  ['phone', '0090 11 98765-4321', /may be a number of Brazil/],
  ['phone', '0015 11 98765-4321', /code of a country/],
  ['phone', '+219 98765-4321', /code of a country/],
  ['phone', '00 351 912 345 678', '+351912345678'],
  ['phone', '00 354 555 1234', '+3545551234'],
  ['phone', '0086 139 1234 5678', '+8613912345678'],
  ['phone', '0090 212 345 6789', '+902123456789'],
  ['phone', '00 213 555 12 34 56', '+213555123456'],
  ['phone', '+33 1 23 45 67 89', '+33123456789'],
  ['phone', 'Fone: (11) 3333-4444', '+551133334444'],
  ['phone', 'Tel.: (11) 99999\u22129999;', '+5511999999999'],
  ['phone', 'Cel. 11 99999-9999', '+5511999999999'],
  ['phone', 'WhatsApp 11 99999-9999', '+5511999999999'],
  ['phone', '(0**11) 99999-9999', '+5511999999999'],
  ['phone', 'Tel/Fax: (0xx11) 3333-4444', '+551133334444'],
  ['phone', '+55 (0)11 99999-9999', '+5511999999999'],
  ['phone', '(xx) 99999-9999', /no area code/],
  ['phone', '1198765432.0', /number with decimals/],
  ['phone', '11987654321.0', /number with decimals/],
  ['phone', '+33 1.23.45.67.89', '+33123456789'],
  ['phone', '11 99.99.99.99', '1199999999'],
  ['phone', '(11) 3333-4444 ou 99999-9999', /not several/],
  ['phone', '(11) 3333-4444, (11) 99999-9999', /not several/],
  ['phone', '(11) 3333-4444 (11) 99999-9999', /not several/],
  ['email', ' maria@example.com\t', 'maria@example.com'],
  ['email', 'MARIA@EXAMPLE.COM', 'MARIA@EXAMPLE.COM'],
  ['email', 'maria..souza@example.com', /two dots in a row/],
  ['email', '.maria@example.com', /dot at the beginning/],
  ['email', 'a@example.com; b@example.com', /one e-mail address/],
  ['email', 'Maria <maria@example.com>', /alone/],
  ['email', 'maria@example.com.', /not end with "\."/],
  ['email', 'maria@example.com,', /not end with ","/],
  ['email', 'maria\u200b@example.com', /U\+200B/],
  ['name', '  Maria\u00a0 ', 'Maria'],
  ['email', 'maria@example.com\u00a0', 'maria@example.com'],
  ['name', 'Maria 👩🏽‍🌾', 'Maria 👩🏽‍🌾'],
  ['name', 'Maria ❤️ 🏳️‍🌈', 'Maria ❤️ 🏳️‍🌈'],
  ['name', 'Ma\u200dria', /U\+200D/],
  ['name', '👩\u200dA', /U\+200D, after '👩'/],
  ['phone', 'Telefone nº (11) 3333-4444', '+551133334444'],
  ['phone', 'Tel. n. 11 3333-4444', '+551133334444'],
  ['email', 'mailto:maria@example.com', 'maria@example.com'],
  ['name', 'Maria\u00a0Souza', 'Maria Souza'],
  ['name', 'Maria\u202f\u2007Souza', 'Maria  Souza'],
  ['name', 'Maria\tSouza', 'Maria Souza'],
  ['name', '\u200bMaria', /U\+200B, at its beginning/],
  ['external_id', 'ERP\u00a01', /U\+00A0, after 'ERP'/],
  ['tags', ['bom\u00a0cliente'], ['bom cliente']],
  ['name', 'Maria\u202eSouza', /U\+202E/],
  ['name', 'Maria\nSouza', /U\+000A/],
  ['name', 'Jo\ufffdo', /U\+FFFD, after 'Jo', where a character was lost/],
  ['tags', ['caf\ufffd'], /U\+FFFD, after 'caf'/],
  ['external_id', '\ufeffERP-1', /U\+FEFF/],
  ...['', ' ', '\u00a0'].map((blank): Case => ['external_id', blank, /not be empty/]),
  ['tags', [' vip '], ['vip']],
  ['tax_id', '529.982.247-25', '52998224725'],
  ...(['phone', 'email', 'tax_id', 'municipal_registration'] as const).map(
    (field): Case => [field, '', null],
  ),
  ['phone', ' \u00a0\t', null],
  ['trade_name', '', ''],
  ['name', '', /blank|empty|at least 1/],
  ['tax_id', 'CPF 529.982.247-25', '52998224725'],
  ['tax_id', 'CPF=52998224725', '52998224725'],
  ['tax_id', '529 982 247\u201325', '52998224725'],
  ['tax_id', '529\u00a0982 247-25', '52998224725'],
  ['tax_id', '529.982.247.25', '52998224725'],
  ['tax_id', '5299822\u200b4725', /U\+200B, after '5299822'/],
  ['trade_name', ' \u00a0 ', ''],
  ['tags', [' '], /not be empty/],
];

const OF_PRODUCT: readonly Case[] = [
  ['sku', ' ABC ', 'ABC'],
  ['sku', 'A B', 'A B'],
  ['sku', 'A\u200bB', /U\+200B/],
  ['sku', '\u00a0AB \u00a0', 'AB'],
  ['sku', 'A\u00a0B', 'A B'],
  ['sku', 'A\tB', 'A B'],
  ['sku', 'A\u2060B', /U\+2060, after 'A'/],
  ['sku', 'A\u00adB', /U\+00AD/],
  ['sku', 'A\u2066B', /U\+2066/],
  ['sku', 'A👩‍🌾', /U\+200D/],
  ['ncm', '8471.30.12', '84713012'],
  ['ncm', '8471\u201330\u201112', '84713012'],
  ['cest', '28\u2212038\u201000', '2803800'],
  ['gtin', '789\u2013100\u2013031\u20135507', '7891000315507'],
  ['ncm', '8471', /exactly 8 digits.*; it has 4/],
  ['ncm', '901.21.00', /; it has 7/],
  ['cest', '109900', /; it has 6/],
  ['cest', '28.038.00', '2803800'],
  ['ncm', '9012100.0', /number with decimals/],
  ['ncm', '847130.12', /number with decimals/],
  ['ncm', '8471.3012', '84713012'],
  ['ncm', '84.71.30.12', '84713012'],
  ['ncm', '8471.30.1\u200b2', /U\+200B/],
  ['ncm', '9012100', /exactly 8 digits.*; it has 7/],
  ['ncm', '00', null],
  ['ncm', '00000000', null],
  ...['00.00.00.00', '0000 0000', 'NCM 00000000', 'NCM: 00', '0000.00.00', 'NCM nº 0000-00-00'].map(
    (none): Case => ['ncm', none, null],
  ),
  ['ncm', '8471.30', /exactly 8 digits.*; it has 6$/],
  ['ncm', '84.71', /exactly 8 digits.*; it has 4$/],
  ['ncm', '0000', /only zeros/],
  ['cest', 'SEM CEST', null],
  ['gtin', 'SEM EAN', null],
  ['ncm', 'NCM: 8471.30.12', '84713012'],
  ['ncm', 'CEST 8471.30.12', /it has "C"/],
  ['ncm', '8.4.7.1.3.0.1.2', /their number is right, but "\." is where none belongs/],
  ['cest', '00.000.00', /only zeros/],
  ['cest', 'CEST nº 28.038.00', '2803800'],
  ['gtin', 'EAN-13: 7891000315507', '7891000315507'],
  ['gtin', '789.100.031.550.7', /their number is right, but "\."/],
  ['gtin', '789100O315507', /it has "O"/],
  ['gtin', '7,891E+12', /number with decimals/],
  ['cest', '109600.0', /number with decimals/],
  ['cest', '280380.0', /number with decimals/],
  ['cest', '28.038\u200b.00', /U\+200B/],
  ['gtin', '789100031550\u200b7', /U\+200B/],
  ['gtin', '7891000315507.0', /number with decimals/],
  ['gtin', '36000291452', /; it has 11/],
  ['brand', '  ', ''],
  ['unit', ' \u00a0', /not be empty/],
  ['description', ' \t\u00a0 ', ''],
  ['description', 'Caf\ufffd', /U\+FFFD, after 'Caf', where a character was lost/],
  ['description', 'a\u200bb\u0007', /invisible character, U\+0007/],
  ['description', 'a \u0096 b', /U\+0096, after 'a '/],
  ['description', 'क्‍ष \u200b👩‍🌾\r\n\tzwnj می‌خواهم', 'क्‍ष \u200b👩‍🌾\r\n\tzwnj می‌خواهم'],
  ['metadata', { note: '\ufffd' }, /U\+FFFD, at its beginning/],
  ['sku', 'A\ufffd', /U\+FFFD/],
  ['gtin', 'SEM GTIN', null],
  ['gtin', 'sem gtin', null],
  ['gtin', '789 100 031 5507', '7891000315507'],
  ['gtin', '0000000000000', /zeros/],
  ...(['gtin', 'ncm', 'cest', 'tax_unit'] as const).map((field): Case => [field, '', null]),
  ['ncm', ' ', null],
  ['sku', '', /./],
  ['unit', ' kg ', 'kg'],
  ['unit', 'UN', 'UN'],
  ['image_urls', [' https://example.com/a b.jpg '], ['https://example.com/a%20b.jpg']],
  ['image_urls', ['https://example.com/a.jpg, https://example.com/b.jpg'], /one URL/],
  ['image_urls', ['https://example.com/a\u200b.jpg'], /U\+200B/],
  ['image_urls', ['//example.com/a.jpg'], /https:\/\//],
  ['price', '39,90', /must be a number/],
  ['weight_kg', '0.5', /must be a number/],
];

const OF_ADDRESS: readonly Case[] = [
  ['postal_code', '80020310', '80020-310'],
  ['postal_code', '80.020-310', '80020-310'],
  ['postal_code', '80020 310', '80020-310'],
  ['postal_code', '80020\u2013310', '80020-310'],
  ['postal_code', '80020\u2011310', '80020-310'],
  ['postal_code', '8002031', /it has 7/],
  ['postal_code', '8002031.0', /number with decimals/],
  ['postal_code', '80020\u200b310', /U\+200B, after '80020'/],
  ['complement', '  ', ''],
  ['postal_code', 'CEP 80020-310', '80020-310'],
  ['postal_code', 'CEP: 80.020-310', '80020-310'],
  ['postal_code', 'C.E.P. 80020-310', '80020-310'],
  ...['UF: PR', 'UF PR', 'Estado do Paraná', 'estado: parana'].map((state): Case => ['state', state, 'PR']),
  ['postal_code', '00000-000', /only zeros/],
  ['city_code', '41.069.02', /their number is right/],
  ['city_code', '410690-2', '4106902'],
  ...Object.entries({
    ...{
      USA: 'US',
      'U.S.A.': 'US',
      UK: 'GB',
      Inglaterra: 'GB',
      Holanda: 'NL',
      Coreia: 'KR',
      'South Korea': 'KR',
    },
    ...{ 'The Netherlands': 'NL', 'República Tcheca': 'CZ', Turkey: 'TR', 'Estados Unidos da América': 'US' },
  }).map(([name, code]): Case => ['country', name, code]),
  ['street', 'Rua S\ufffdo Jo\ufffdo', /U\+FFFD, after 'Rua S'/],
  ['city', 'Curitiba\u0000', /./],
  ['country', 'br', 'BR'],
  ['country', 'Brasil', 'BR'],
  ['country', '1058', 'BR'],
  ['country', 'XX', /code of no country/],
  ['country', 'ZZ', /code of no country/],
  ['country', ' BR\u00a0', 'BR'],
  ['country', 'BRAZIL', 'BR'],
  ['country', 'Chile', 'CL'],
  ['country', 'Estados Unidos', 'US'],
  ['country', 'EUA', 'US'],
  ['country', 'united states', 'US'],
  ['country', 'Côte d\u2019Ivoire', 'CI'],
  ['country', 'Mianmar', 'MM'],
  ['country', 'HONG KONG', 'HK'],
  ['country', 'Coréia do Sul', 'KR'],
  ['country', 'Congo', /name in Portuguese or English/],
  ['country', '0230', /`cPais` of an NF-e/],
  ['state', 'P\u200bR', /U\+200B/],
  ['city_code', '4106902.0', /number with decimals/],
  ['city_code', '410690', /; it has 6/],
  ['city_code', '9999999', /leave it out/],
  ['city_code', '41069\u200b02', /U\+200B/],
  ['state', 'pr', 'PR'],
  ['state', 'Paraná', 'PR'],
  ['city_code', ' 4106902 ', '4106902'],
  ...(['city_code', 'state', 'postal_code'] as const).map(
    (field): Case => [field, '', field === 'city_code' ? null : ''],
  ),
  ['country', '', /ISO 3166-1/],
];

const OF_REGISTRATION: readonly Case[] = [
  ['state', 'pr', 'PR'],
  ['state', ' PR', 'PR'],
  ['state', 'Parana', 'PR'],
  ['state', 'XX', /must be one of/],
  ['state', 'P\u200bR', /U\+200B/],
  ['number', 'Isenta', 'ISENTO'],
  ['number', 'isento ', 'ISENTO'],
  ['number', 'IE: 123.45678-50', '1234567850'],
  ['number', '123456785.0', /number with decimals/],
];

interface Kind {
  readonly path: string;
  readonly cases: readonly Case[];
  /** What is sent, with the case's field. `name` tells its product from others. */
  readonly body: (field: object, name: string) => object;
  readonly pointer: string;
  readonly shown: (row: Fields) => Fields;
}
type Fields = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Record<string, Kind>> = {
  customer: {
    path: '/customers',
    cases: [...phones.map(([typed, kept]): Case => ['phone', typed, kept ?? /./]), ...OF_CUSTOMER],
    body: (field) => ({ ...person, ...field }),
    pointer: '#/',
    shown: (row) => row,
  },
  product: {
    path: '/products',
    cases: OF_PRODUCT,
    body: (field, name) => ({ ...product, sku: name, ...field }),
    pointer: '#/',
    shown: (row) => row,
  },
  registration: {
    path: '/customers',
    cases: OF_REGISTRATION,
    body: (field) => ({ ...person, state_registration: { state: 'PR', number: '1234567850', ...field } }),
    pointer: '#/state_registration/',
    shown: ({ state_registration }) => state_registration as Fields,
  },
  address: {
    path: '/customers',
    cases: OF_ADDRESS,
    body: (field) => ({ ...person, addresses: [{ ...address, ...field }] }),
    pointer: '#/addresses/0/',
    shown: ({ addresses }) => (addresses as Fields[])[0]!,
  },
};

interface Problem {
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Undefined for a response as the case has it. */
function differenceIn({ pointer, shown }: Kind, [field, typed, kept]: Case, status: number, body: unknown) {
  if (!(kept instanceof RegExp)) {
    if (status > 201) return [field, typed, body];
    const value = shown(body as Fields)[field];
    return isDeepStrictEqual(value, kept) ? undefined : [field, typed, value];
  }
  const { errors = [] } = body as Problem;
  const is = errors.some((error) => error.pointer.startsWith(pointer + field) && kept.test(error.detail));
  return status === 400 && is ? undefined : [field, typed, status, errors];
}

describe.each(Object.entries(KINDS))('of a %s', (name, kind) => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await environment().tenant();
  });

  /** Sends the case, and deletes the row that it made. */
  async function send(method: string, path: string, body: object): Promise<[status: number, body: unknown]> {
    const response = await tenant.request(method, path, { body });
    const row = (await response.json()) as { readonly id?: number };
    if (row.id !== undefined) await tenant.request('DELETE', `${kind.path}/${row.id}`);
    return [response.status, row];
  }

  it.each(kind.cases)('takes or refuses %s %j', async (...each) => {
    const [field, typed] = each;
    const bodyOf = (of: string) => kind.body({ [field]: typed }, `${name}-${of}`);
    const results = [await send('POST', kind.path, bodyOf('post'))];
    if (field !== 'external_id')
      results.push(await send('PUT', `${kind.path}/external/${name}`, bodyOf('put')));
    const [, batch] = await send('POST', `${kind.path}/batch`, { items: [bodyOf('batch')] });
    const [row] = (batch as { results: { status: number; row?: Fields; problem?: Fields }[] }).results;
    const ofRow = Object.values(row!).find((value) => value !== null && typeof value === 'object');
    results.push([row!.status, ofRow]);
    if (row!.status === 201) await tenant.request('DELETE', `${kind.path}/${(ofRow as { id: number }).id}`);
    expect(results.flatMap((result) => differenceIn(kind, each, ...result) ?? [])).toEqual([]);
  });
});

it.each([
  ['567.0', /number with decimals/],
  ['567.00', /number with decimals/],
  ['12.3', /number with decimals/],
  ['567-1', /1 to 15 digits.*send it as series/],
  ['000', /only zeros/],
  ['NF-e nº 000.000.567', undefined],
  ['5\u200b67', /U\+200B/],
  ['000.000.567', undefined],
  ['000\u00a0000 567', undefined],
])('takes or refuses the number %j of a fiscal document', async (number, rule) => {
  const { tp, request } = await environment().tenant();
  await tp.products.create({ ...product, sku: 'ABC', stock: { on_hand: 9 } });
  const { id } = await tp.customers.create({ type: 'person', name: 'Maria' });
  const body = { customer_id: id, items: [{ sku: 'ABC', quantity: 1 }], fiscal_document: { number } };
  const response = await request('POST', '/orders', { body });
  const said = (await response.json()) as Problem & { readonly fiscal_document?: object };
  if (rule) expect(said.errors.map(({ detail }) => detail)).toEqual([expect.stringMatching(rule)]);
  else expect(said.fiscal_document).toMatchObject({ number: '000000567' });
});

it('takes no decimal number for the tax id of somebody', async () => {
  const { tp, request } = await environment().tenant();
  const other = await tp.customers.create({ type: 'person', name: 'Ana', tax_id: '00000997080' });
  await tp.products.create({ ...product, sku: 'ABC', stock: { on_hand: 9 } });
  const tax_id = '0000099708.0';
  const body = { customer_tax_id: tax_id, items: [{ sku: 'ABC', quantity: 1 }] };
  expect((await request('POST', '/orders', { body })).status).toBe(422);
  expect((await tp.customers.list({ tax_id })).data).toEqual([]);
  expect((await tp.customers.list({ tax_id: '000.009.970-80' })).data).toEqual([other]);
  const refused = await request('POST', '/customers', { body: { type: 'person', name: 'M', tax_id } });
  expect(await refused.json()).toMatchObject({ errors: [{ detail: /number with decimals/ }] });
});

it('names the invisible character in what names nothing, and in a filter', async () => {
  const { tp, request } = await environment().tenant();
  const { id: customer_id } = await tp.customers.create({ type: 'person', name: 'Maria' });
  const details = async (method: string, path: string, body?: object) =>
    ((await (await request(method, path, { body })).json()) as Problem).errors.map(({ detail }) => detail);
  const [sku, rule] = ['A\u200bB', /U\+200B, after 'A'$/];
  expect(await details('POST', '/orders', { customer_id, items: [{ sku, quantity: 1 }] })).toEqual([
    expect.stringMatching(rule),
  ]);
  const ofNobody = { customer_external_id: sku, items: [{ sku: 'A', quantity: 1 }] };
  expect((await details('POST', '/orders', ofNobody)).join()).toMatch(/U\+200B/);
  const ofNone = { ...product, sku: 'S', category_external_id: sku };
  expect(await details('POST', '/products', ofNone)).toEqual([expect.stringMatching(rule)]);
  for (const path of [
    '/products?sku=',
    '/products?external_id=',
    '/products?category_external_id=',
    '/stock?sku=',
    '/customers?email=',
    '/customers?tax_id=',
    '/orders?channel=',
    '/orders?customer_tax_id=',
    '/orders?product_external_id=',
    '/price-tables?code=',
    '/coupons?code=',
    '/payments?order_external_id=',
    '/stock-movements?product_external_id=',
  ])
    expect([path, await details('GET', path + encodeURIComponent(sku))]).toEqual([
      path,
      [expect.stringMatching(rule)],
    ]);
});

it('refuses a payment whose method or reference has an invisible character', async () => {
  const { tp, request } = await environment().tenant();
  const { id: customer_id } = await tp.customers.create({ type: 'person', name: 'Maria' });
  await tp.products.create({ ...product, sku: 'ABC', stock: { on_hand: 9 } });
  const { id } = await tp.orders.create({ customer_id, items: [{ sku: 'ABC', quantity: 1 }] });
  for (const field of ['method', 'reference']) {
    const body = { amount: 1, method: 'pix', reference: 'R1', [field]: 'R\u200b1' };
    const response = await request('POST', `/orders/${id}/payments`, { body });
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: `#/${field}`, detail: "has an invisible character, U+200B, after 'R'" }],
    });
  }
});

it('trims SKUs and codes wherever they name something, in bodies and in filters', async () => {
  const { tp, request } = await environment().tenant();
  await tp.products.create({ name: 'Café', sku: ' ABC ', price: 10, stock: { on_hand: 9 } });
  await tp.products.create({ name: 'Chá', sku: 'CHA\u00a0500', price: 10 });
  await tp.coupons.create({ code: ' DEZ ', discount: { type: 'percentage', percentage: 10 } });
  const table = await tp.priceTables.create({ name: 'Atacado', code: ' ATA ', kind: 'fixed' });
  await tp.priceTables.setEntries(table.id, { entries: [{ sku: ' ABC ', min_quantity: 1, price: 9 }] });
  const customer = await tp.customers.create({ type: 'person', name: 'Maria' });
  const cart = {
    customer_id: customer.id,
    coupon_code: ' dez ',
    items: [{ sku: ' ABC ', quantity: 1 }],
    placed_at: '2026-02-01 09:30:00 -0300',
    salesperson: { name: ' Ana ' },
    fiscal_document: { access_key: `NFe${PRINTED_KEY}`, number: '000.000.567' },
    shipping: { address: { ...address, country: 'Brasil', postal_code: '80.020-310' } },
  };
  expect((await request('POST', '/orders/quote', { body: cart })).status).toBe(200);
  const order = (await (await request('POST', '/orders', { body: cart })).json()) as Fields;
  expect(order).toMatchObject({
    coupon_code: 'DEZ',
    items: [{ sku: 'ABC' }],
    placed_at: '2026-02-01T12:30:00.000Z',
    salesperson: { name: 'Ana' },
    fiscal_document: { access_key: KEY, series: '1' },
    shipping: { address: { country: 'BR', postal_code: '80020-310' } },
  });
  const rowsOf = async (path: string) => {
    const { data } = (await (await request('GET', path)).json()) as { readonly data: readonly object[] };
    return data.length;
  };
  for (const path of [
    '/products?sku=%20ABC%20',
    '/products?sku=CHA%C2%A0500',
    '/products?sku=CHA%20500',
    '/stock?sku=%20ABC',
    '/coupons?code=DEZ%20',
    '/price-tables?code=%20ATA',
    '/orders?coupon_code=%20DEZ',
  ])
    expect([path, await rowsOf(path)]).toEqual([path, 1]);
});

it('reads an empty text as null wherever it stands for something', async () => {
  const { request } = await environment().tenant();
  const send = async (path: string, body: object) =>
    (await (await request('POST', path, { body })).json()) as Fields;
  const row = { ...product, sku: 'A', category_external_id: '', stock: { on_hand: 5 } };
  expect(await send('/products', row)).toMatchObject({ category_id: null });
  expect(await send('/customers', { ...person, external_id: '' })).toMatchObject({ status: 400 });
  const { id } = await send('/customers', { ...person, price_table_external_id: '' });
  const order = await send('/orders', {
    ...{ customer_id: id, items: [{ sku: 'A', quantity: 1, unit_price: 5 }], coupon_code: '', channel: ' ' },
    ...{ price_table_external_id: '', salesperson: { name: 'Ana' } },
    fiscal_document: { access_key: KEY, number: '', series: '', issued_at: '', url: '' },
    payment_terms: [{ due_date: '2026-03-01', amount: 5, method: '' }],
    shipping: { address: { ...address, phone: '', tax_id: '' } },
  });
  expect(order).toMatchObject({
    ...{ coupon_code: null, channel: null },
    fiscal_document: { number: '567', series: '1', issued_at: null, url: null },
    payment_terms: [{ method: null }],
    shipping: { address: { phone: null, tax_id: null } },
  });
});

it('refuses an external id of blanks, so that rows of a batch or an import do not overwrite one another', async () => {
  const { request } = await environment().tenant();
  const bodies: Readonly<Record<string, object>> = {
    products: { ...product, sku: 'A' },
    customers: person,
    categories: { name: 'Café', slug: 'cafe' },
    coupons: { code: 'A', discount: { type: 'percentage', percentage: 10 } },
    promotions: { name: 'A', discount: { type: 'percentage', percentage: 10 } },
    'price-tables': { name: 'A', code: 'A', kind: 'fixed' },
    orders: {
      customer_id: 1,
      placed_at: '2024-05-10T13:20:00Z',
      items: [{ product_id: 1, quantity: 1, unit_price: 1 }],
    },
  };
  const isRefused = { errors: [{ pointer: '#/external_id', code: 'min_length' }] };
  const refuses = async (name: string, body: object) => {
    for (const external_id of ['', ' ', '\t\u00a0']) {
      const row = { ...body, external_id };
      const one = await request('POST', `/${name}`, { body: row });
      expect([name, one.status, await one.json()]).toMatchObject([name, 400, isRefused]);
      const many = name === 'orders' ? '/orders/import' : `/${name}/batch`;
      const item = name === 'orders' ? { ...row, status: 'Pending' } : row;
      const response = await request('POST', many, { body: { items: [item, item] } });
      const results = [{ problem: isRefused }, { problem: isRefused }];
      expect([name, await response.json()]).toMatchObject([name, { results }]);
    }
  };
  for (const [name, body] of Object.entries(bodies)) {
    await refuses(name, body);
    if (name === 'orders') continue;
    const put = await request('PUT', `/${name}/external/%20`, { body });
    expect([name, await put.json()]).toMatchObject([name, { status: 400, errors: [{ code: 'min_length' }] }]);
  }
});

it('has no schema that refuses an empty text where it is read as null', () => {
  const refusing: string[] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const {
      type,
      format,
      minLength = 0,
      pattern = '',
    } = node as Fields & { minLength?: number; pattern?: string };
    const read = Object.entries(textFormats).filter(([, known]) => !('keepsEmpty' in known));
    const isRead = Array.isArray(type) && type.includes('null') && read.some(([known]) => known === format);
    if (isRead && (minLength > 0 || !new RegExp(pattern, 'u').test(''))) refusing.push(place);
    for (const [name, part] of Object.entries(node)) walk(part, `${place}/${name}`);
  };
  walk(bundle.components.schemas, '#');
  expect(refusing).toEqual([]);
});

it.each([
  ['/products', { ...product, sku: 'S', name: `a${' '.repeat(90_000)}b` }, '#/name'],
  ['/products', { ...product, name: 'S', sku: `a${'\u00a0'.repeat(40_000)}b` }, '#/sku'],
  ['/customers', { ...person, email: '@ '.repeat(40_000) }, '#/email'],
])('reads a long text for %s in time', async (path, body, pointer) => {
  const { request } = await environment().tenant();
  const response = await request('POST', path, { body });
  expect(((await response.json()) as Problem).errors).toMatchObject([{ pointer, code: 'max_length' }]);
});

it('tells letter case apart in SKUs, external ids and codes of price tables, and not in coupon codes', async () => {
  const { tp } = await environment().tenant();
  for (const text of ['abc', 'ABC']) {
    await tp.products.create({ ...product, sku: text, external_id: text });
    await tp.priceTables.create({ name: text, code: text, kind: 'fixed' });
  }
  expect((await tp.products.list({ sku: 'Abc' })).data).toEqual([]);
  expect((await tp.products.list({ external_id: 'ABC' })).data).toMatchObject([{ sku: 'ABC' }]);
  expect((await tp.priceTables.list({ code: 'abc' })).data).toMatchObject([{ name: 'abc' }]);
  const discount = { type: 'percentage', percentage: 10 } as const;
  await tp.coupons.create({ code: 'abc', discount });
  await expect(tp.coupons.create({ code: 'ABC', discount })).rejects.toMatchObject({
    code: 'already_exists',
  });
});

it.each([
  ['2026-02-01T09:30:00', /no time zone/],
  ['2026-02-01', /no time zone/],
  ['01/02/2026 09:30', /must be a date-time/],
  ['2026-02-30T09:30:00Z', /the day 2026-02-30, which doesn't exist/],
  ['2026-13-01', /the day 2026-13-01, which doesn't exist/],
  ['1899-12-30T00:00:00Z', /must not be before 1971-01-01/],
  ['0001-01-01 00:00:00-03:00', /must not be before 1971-01-01/],
])('refuses the time %s', async (placed_at, rule) => {
  const { request } = await environment().tenant();
  const response = await request('POST', '/orders', { body: { placed_at, customer_id: 1, items: [] } });
  const { errors } = (await response.json()) as Problem;
  expect(errors.find(({ pointer }) => pointer === '#/placed_at')?.detail).toMatch(rule);
});

/** With what a request is made of, in one that is refused for the time alone. */
const ORDER = { customer_id: 1, items: [{ product_id: 1, quantity: 1, unit_price: 1 }] };
it.each<[path: string, body: (time: string) => object, pointer: string]>([
  ['/coupons', (starts_at) => ({ code: 'A', discount: TEN, starts_at }), '#/starts_at'],
  ['/promotions', (ends_at) => ({ name: 'A', discount: TEN, ends_at }), '#/ends_at'],
  ['/price-tables', (starts_at) => ({ name: 'A', code: 'A', kind: 'fixed', starts_at }), '#/starts_at'],
  [
    '/orders',
    (due) => ({ ...ORDER, payment_terms: [{ due_date: due.slice(0, 10), amount: 1 }] }),
    '#/payment_terms/0/due_date',
  ],
  ['/orders', (issued_at) => ({ ...ORDER, fiscal_document: { issued_at } }), '#/fiscal_document/issued_at'],
  ['/orders/1/payments', (paid_at) => ({ amount: 1, method: 'pix', paid_at }), '#/paid_at'],
  ['/orders/1/delivery-attempts', (at) => ({ outcome: 'delivered', at }), '#/at'],
])('refuses in %s what programs write for no day', async (path, body, pointer) => {
  const { request } = await environment().tenant();
  for (const day of ['0001-01-01', '1899-12-30', '1900-01-01', '1904-01-01', '1970-01-01']) {
    const response = await request('POST', path, { body: body(`${day}T00:00:00Z`) });
    const detail = expect.stringMatching(/before 1971-01-01/);
    expect(await response.json()).toMatchObject({
      status: 400,
      errors: [{ pointer, code: 'format', detail }],
    });
  }
});

it('imports what happened decades ago, and refuses the row with a day that is none', async () => {
  const { tp, request } = await environment().tenant();
  const { id: customer_id } = await tp.customers.create({ type: 'person', name: 'Maria' });
  await tp.products.create({ ...product, sku: 'ABC' });
  const items = [{ sku: 'ABC', quantity: 1, unit_price: 1 }];
  const rows = ['1971-01-01T00:00:00Z', '1899-12-30T00:00:00Z'].map((placed_at) => ({
    ...{ customer_id, items, placed_at, external_id: placed_at, status: 'Pending' },
  }));
  const response = await request('POST', '/orders/import', { body: { stock: 'skip', items: rows } });
  const refused = { errors: [{ pointer: '#/placed_at', detail: expect.stringMatching(/before 1971/) }] };
  expect(await response.json()).toMatchObject({ results: [{ status: 201 }, { problem: refused }] });
});

it.each([
  ['/orders?created_since=2026-02-01T09:30:00', /no time zone: .* Z or an offset such as -03:00/],
  ['/orders?updated_since=2026-02-01', /no time zone/],
  ['/orders?updated_since=ontem', /must be a date-time such as/],
  ['/exports/orders?format=csv&updated_since=2026-02-01%2009:30', /no time zone/],
  ['/orders?placed_since=2026-02-30T09:30:00Z', /2026-02-30, which doesn't exist/],
  [
    '/reports/sales?group_by=day&start_date=2026-02-30&end_date=2026-03-31',
    /2026-02-30, which doesn't exist/,
  ],
])('says what is wrong with the time in %s', async (path, rule) => {
  const { request } = await environment().tenant();
  const { errors } = (await (await request('GET', path)).json()) as Problem;
  expect(errors).toMatchObject([{ detail: expect.stringMatching(rule) }]);
});

it.each([
  '2026-02-01 00:00:00-03:00',
  '2026-02-01T00:00:00-0300',
  '2026-02-01T03:00Z',
  '2026-02-01t03:00:00z',
  '2026-02-01 03:00:00 +00:00',
  '2026-02-01 00:00:00 -0300',
])('filters by the time %s, however it is encoded', async (time) => {
  const { tp, request } = await environment().tenant();
  const { id } = await tp.customers.create({ type: 'person', name: 'Maria' });
  await tp.products.create({ ...product, sku: 'ABC', stock: { on_hand: 9 } });
  for (const placed_at of ['2026-02-01T02:59:59Z', '2026-02-01T03:00:00Z'])
    await tp.orders.create({ customer_id: id, items: [{ sku: 'ABC', quantity: 1 }], placed_at });
  const encoded = [encodeURIComponent(time), time.replaceAll(' ', '%20'), time.replaceAll(' ', '+')];
  for (const each of encoded) {
    const { data } = (await (await request('GET', `/orders?placed_since=${each}`)).json()) as {
      readonly data: readonly object[];
    };
    expect([each, data]).toMatchObject([each, [{ placed_at: '2026-02-01T03:00:00.000Z' }]]);
  }
});

describe('a phone that was stored as it was sent', () => {
  async function storedAs(phone: string) {
    const { tp, tenantId } = await environment().tenant();
    const { id } = await tp.customers.create({ type: 'person', name: 'Maria', external_id: 'C-1' });
    const { db } = environment().context;
    await db.query('UPDATE customers SET phone = $1 WHERE tenant_id = $2', [phone, tenantId]);
    const updates = async () =>
      (await eventLinesOf(environment(), tenantId)).filter((line) => line.startsWith('customer.updated'));
    return { tp, id, updates };
  }

  it('gets its form with the next change, which does not name it', async () => {
    const { tp, id, updates } = await storedAs('11 99999-9999');
    expect((await tp.customers.update(id, { name: 'Maria' })).phone).toBe('11 99999-9999');
    expect((await tp.customers.update(id, { name: 'Maria Souza' })).phone).toBe('+5511999999999');
    expect(await updates()).toEqual(['customer.updated name']);
  });

  it('gets it without an event when it is sent again, alone and in a batch', async () => {
    for (const send of ['PATCH', 'batch']) {
      const { tp, id, updates } = await storedAs('11 99999-9999');
      if (send === 'PATCH') await tp.customers.update(id, { phone: '(11)99999-9999' });
      else await tp.customers.batch([{ external_id: 'C-1', phone: '(11) 99999-9999' }]);
      expect(await tp.customers.get(id)).toMatchObject({ phone: '+5511999999999', version: 2 });
      expect(await updates()).toEqual([]);
    }
  });

  it('stays if it says too little', async () => {
    const { tp, id, updates } = await storedAs('99999-9999');
    expect((await tp.customers.update(id, { name: 'Ana' })).phone).toBe('99999-9999');
    expect(await updates()).toEqual(['customer.updated name']);
  });
});
