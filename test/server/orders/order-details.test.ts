import type { Order, OrderCreate } from '@tradepost/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { expectRefused } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();
const KEY = '41260211222333000181550010000005671836102749';
const ADDRESS = { street: 'Rua XV de Novembro', city: 'Curitiba', country: 'BR' };

let tenant: TestTenant;
let least: OrderCreate;

beforeAll(async () => {
  tenant = await environment().tenant();
  const { id: customer_id } = await buyer(tenant.tp);
  const { sku } = await stocked(tenant.tp, 100, { price: 39.9 });
  least = { customer_id, items: [{ sku, quantity: 3 }] };
});

const JOAO = { recipient: ' João Lima ', phone: '(41) 99999-0000', tax_id: '12.abc.345/01de-35' };
const SHIPPING = {
  amount: 15,
  method: 'PAC',
  address: ADDRESS,
  modality: 4,
  carrier: 'Correios',
  tracking_code: 'AA123456785BR',
  volumes: 2,
  gross_weight_kg: 1.625,
} as const;
const DOCUMENT = {
  access_key: KEY,
  number: '000567',
  series: '001',
  issued_at: '2026-02-01T06:30:00-03:00',
  url: 'https://erp.example.com/nfe/567.xml',
};
const TERMS = [
  { due_date: '2026-03-01', amount: 100, method: 'boleto' },
  { due_date: '2026-04-01', amount: 34.7 },
];

describe('an order', () => {
  it('records its channel, salesperson, freight, fiscal document and payment terms, also in its event', async () => {
    const placed = await tenant.tp.orders.create({
      ...least,
      channel: 'marketplace',
      salesperson: { name: 'Ana Lima' },
      shipping: SHIPPING,
      fiscal_document: DOCUMENT,
      payment_terms: TERMS,
    });
    const details = {
      channel: 'marketplace',
      salesperson: { name: 'Ana Lima', external_id: null },
      shipping: SHIPPING,
      fiscal_document: { ...DOCUMENT, number: '567', series: '1', issued_at: '2026-02-01T09:30:00.000Z' },
      payment_terms: [TERMS[0], { ...TERMS[1], method: null }],
    };
    expect(placed).toMatchObject(details);
    expect(await tenant.tp.orders.get(placed.id)).toEqual(placed);
    const events = await eventsOf(environment(), tenant.tenantId);
    const created = events.find((event) => event.event_type === 'order.created');
    expect(created).toMatchObject({ data: { order: details } });
  });

  it('says who receives it, as customers say who they are', async () => {
    const { tp } = tenant;
    const shipTo = (address: object) => ({ shipping: { address: { ...ADDRESS, ...address } } });
    const of = ({ shipping }: Pick<Order, 'shipping'>) => {
      const { recipient, phone, tax_id } = shipping!.address!;
      return [recipient, phone, tax_id];
    };
    expect(await tp.orders.quote({ ...least, ...shipTo(JOAO) })).toMatchObject({ total: 119.7 });
    const placed = await tp.orders.create({ ...least, ...shipTo(JOAO) });
    expect(of(placed)).toEqual(['João Lima', '+5541999990000', '12ABC34501DE35']);
    const events = await eventsOf(environment(), tenant.tenantId);
    expect(events.find(({ data }) => (data as { order_id?: number }).order_id === placed.id)).toMatchObject({
      data: { order: { shipping: placed.shipping } },
    });
    const tracked = await tp.orders.update(placed.id, { shipping: { tracking_code: 'A1' } });
    expect(of(tracked)).toEqual(of(placed));
    expect((await tp.orders.update(placed.id, shipTo(JOAO))).version).toBe(tracked.version);
    const abroad = shipTo({ country: 'PT', tax_id: ' 529.982.247-25 ', phone: '+351 21 123 4567' });
    expect(of(await tp.orders.update(placed.id, abroad))).toEqual([null, '+351211234567', '529.982.247-25']);
    expect(of(await tp.orders.update(placed.id, shipTo({})))).toEqual([null, null, null]);
  });

  it('without them has null, and no payment terms', async () => {
    const { channel, salesperson, shipping, fiscal_document, payment_terms } =
      await tenant.tp.orders.create(least);
    expect({ channel, salesperson, shipping, fiscal_document, payment_terms }).toEqual({
      channel: null,
      salesperson: null,
      shipping: null,
      fiscal_document: null,
      payment_terms: [],
    });
  });

  it('takes the number and series of its fiscal document from the access key', async () => {
    const { fiscal_document } = await tenant.tp.orders.create({
      ...least,
      fiscal_document: { access_key: KEY },
    });
    expect(fiscal_document).toEqual({
      access_key: KEY,
      number: '567',
      series: '1',
      issued_at: null,
      url: null,
    });
  });
});

const days = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString();
const term = (amount: number) => ({ due_date: '2026-03-01', amount });

type Case = [what: string, body: object, pointer: string, code: string];
const invalid: Case[] = [
  ['a channel of 51 characters', { channel: 'a'.repeat(51) }, '#/channel', 'max_length'],
  ['a salesperson without a name', { salesperson: { external_id: '7' } }, '#/salesperson/name', 'required'],
  ['the freight modality 5', { shipping: { modality: 5 } }, '#/shipping/modality', 'enum'],
  [
    'an invisible character in the recipient',
    { shipping: { address: { ...ADDRESS, recipient: 'Jo\u200bão' } } },
    '#/shipping/address/recipient',
    'format',
  ],
  [
    'a recipient of 101 characters',
    { shipping: { address: { ...ADDRESS, recipient: 'a'.repeat(101) } } },
    '#/shipping/address/recipient',
    'max_length',
  ],
  [
    'a phone without an area code',
    { shipping: { address: { ...ADDRESS, phone: '99999-0000' } } },
    '#/shipping/address/phone',
    'format',
  ],
  [
    'a tax id that is a number',
    { shipping: { address: { ...ADDRESS, tax_id: 52998224725 } } },
    '#/shipping/address/tax_id',
    'type',
  ],
  [
    'an e-mail in the address',
    { shipping: { address: { ...ADDRESS, email: 'joao@example.com' } } },
    '#/shipping/address/email',
    'additional_properties',
  ],
  ['half a volume', { shipping: { volumes: 0.5 } }, '#/shipping/volumes', 'type'],
  ['no volume', { shipping: { volumes: 0 } }, '#/shipping/volumes', 'minimum'],
  ['grams in hundredths', { shipping: { gross_weight_kg: 0.00001 } }, '#/shipping/gross_weight_kg', 'format'],
  ['an empty fiscal document', { fiscal_document: {} }, '#/fiscal_document', 'min_properties'],
  [
    'a wrong check digit',
    { fiscal_document: { access_key: `${KEY.slice(0, -1)}8` } },
    '#/fiscal_document/access_key',
    'format',
  ],
  [
    'an access key of 2099',
    { fiscal_document: { access_key: '41990211222333000181550010000005671836102741' } },
    '#/fiscal_document/access_key',
    'maximum',
  ],
  [
    'a wrong CNPJ in the access key',
    { fiscal_document: { access_key: '41260211222333000182550010000005671836102740' } },
    '#/fiscal_document/access_key',
    'format',
  ],
  [
    'the number of another document',
    { fiscal_document: { access_key: KEY, number: '568' } },
    '#/fiscal_document/number',
    'access_key',
  ],
  [
    'the series of another document',
    { fiscal_document: { access_key: KEY, series: '2' } },
    '#/fiscal_document/series',
    'access_key',
  ],
  [
    'a document of the day after tomorrow',
    { fiscal_document: { issued_at: days(2) } },
    '#/fiscal_document/issued_at',
    'maximum',
  ],
  [
    'a document of 1999',
    { fiscal_document: { issued_at: '1999-12-31T23:59:59Z' } },
    '#/fiscal_document/issued_at',
    'minimum',
  ],
  [
    'a script as its URL',
    { fiscal_document: { url: 'javascript:alert(1)' } },
    '#/fiscal_document/url',
    'format',
  ],
  [
    'a day that does not exist',
    { payment_terms: [term(1), { due_date: '2026-02-30', amount: 1 }] },
    '#/payment_terms/1/due_date',
    'format',
  ],
  ['a term of 0', { payment_terms: [term(0)] }, '#/payment_terms/0/amount', 'exclusive_minimum'],
  ['tenths of a cent', { payment_terms: [term(0.001)] }, '#/payment_terms/0/amount', 'format'],
  [
    '121 terms',
    { payment_terms: Array.from({ length: 121 }, () => term(1)) },
    '#/payment_terms',
    'max_items',
  ],
];

describe.each(['/orders', '/orders/quote'])('POST %s refuses', (path) => {
  it.each(invalid)('%s', async (_what, details, pointer, code) => {
    const given = {
      method: 'POST',
      path: `/api/v1${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...least, ...details }),
    };
    const want = { status: 400, code: 'invalid_request', issue: { pointer, code } } as const;
    await expectRefused(environment(), tenant, given, want);
  });

  it.each([
    ['a CPF with a wrong check digit', 'BR', '529.982.247-26'],
    ['a foreign tax id in Brazil', 'BR', 'X-1234567'],
  ])('%s', async (_what, country, tax_id) => {
    const shipping = { address: { ...ADDRESS, country, tax_id } };
    const given = {
      method: 'POST',
      path: `/api/v1${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...least, shipping }),
    };
    const issue = { pointer: '#/shipping/address/tax_id', code: 'invalid_tax_id' } as const;
    await expectRefused(environment(), tenant, given, { status: 422, code: 'invalid_tax_id', issue });
    const both = { ...given, body: JSON.stringify({ ...least, shipping, channel: 1 }) };
    await expectRefused(environment(), tenant, both, { status: 400, code: 'invalid_request', issue });
  });

  it.each([
    ['a cent too little', [term(100), term(19.69)]],
    ['a cent too much', [term(100), term(19.71)]],
    ['the lines without shipping', [term(119.7)], { amount: 15 }],
  ])('payment terms that add up to %s', async (_what, payment_terms, shipping = { amount: 0 }) => {
    const given = {
      method: 'POST',
      path: `/api/v1${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...least, shipping, payment_terms }),
    };
    const issue = { pointer: '#/payment_terms', code: 'total_mismatch' };
    const { problem } = await expectRefused(environment(), tenant, given, {
      status: 409,
      code: 'total_mismatch',
      issue,
    });
    expect(problem).toMatchObject({ total: 119.7 + shipping.amount });
  });
});
