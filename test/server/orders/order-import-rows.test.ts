import { expect, it } from 'vitest';
import {
  DELIVERED,
  type ImportItem,
  PLACED,
  refused,
  SHIPPED,
  shopToImport,
} from '../../support/order-import.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();
const transit = { status: 'In_Transit', at: SHIPPED } as const;
const pending = { status: 'Pending', at: PLACED } as const;
const delivered = {
  status: 'Delivered',
  status_history: [pending, transit, { status: 'Delivered', at: DELIVERED }],
};
const FUTURE = '2999-01-01T00:00:00.000Z';
const pix = (amount: number, more = {}) => ({ amount, method: 'pix', paid_at: PLACED, ...more });
const refund = (amount: number, more = {}) => ({ amount, reason: 'x', refunded_at: DELIVERED, ...more });
const returned = (line: number, quantity: number, at = DELIVERED) => ({
  ...{ items: [{ line, quantity }], restock: false, reason: 'x', at },
});
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Each with the code of its problem, and the places and codes of its issues. */
const rows: readonly (readonly [string, object, ...string[]])[] = [
  ['without an id', { external_id: undefined }, 'invalid_request', '#/external_id required'],
  [
    'without a price',
    { items: [{ sku: 'X', quantity: 1 }] },
    'invalid_request',
    '#/items/0/unit_price required',
  ],
  ['with two customers', { customer_external_id: 'C' }, 'invalid_request', '# one_of'],
  ['with a field of ours', { total: 1 }, 'invalid_request', '#/total additional_properties'],
  ['with U+0000', { notes: 'a\0' }, 'invalid_request', '#/notes text'],
  [
    'of an unknown customer',
    { customer_id: 2_000_000_000 },
    'invalid_reference',
    '#/customer_id invalid_reference',
  ],
  [
    'of unknown products',
    {
      items: [
        { sku: 'NONE', quantity: 1, unit_price: 1 },
        { external_id: 'NONE', quantity: 1, unit_price: 1 },
      ],
    },
    ...['invalid_reference', '#/items/0/sku invalid_reference', '#/items/1/external_id invalid_reference'],
  ],
  [
    'of 991 lines',
    { items: times(991, { sku: 'X', quantity: 1, unit_price: 1 }) },
    'invalid_request',
    '#/items max_items',
  ],
  ['from the future', { placed_at: FUTURE }, 'invalid_request', '#/placed_at maximum'],
  ['with another total', { expected_total: 28.51 }, 'total_mismatch', '#/expected_total total_mismatch'],
  [
    'with terms of another sum',
    { payment_terms: [{ due_date: '2024-06-01', amount: 28.49 }] },
    ...['total_mismatch', '#/payment_terms total_mismatch'],
  ],
  [
    'with a discount above its lines',
    { agreed_discount: 28.51 },
    'invalid_request',
    '#/agreed_discount maximum',
  ],
  [
    'with a charge of no line',
    { charges: [{ type: 'ipi', amount: 1, item: 1 }] },
    'invalid_request',
    '#/charges/0/item maximum',
  ],
  [
    'whose total has no room',
    { charges: times(2, { type: 'ipi', amount: 9_999_999_999.99 }) },
    ...['amount_out_of_range', '#/charges amount_out_of_range'],
  ],
  [
    'with a history that begins late',
    { status: 'In_Transit', status_history: [transit] },
    ...['invalid_request', '#/status_history/0/status invalid_status_transition'],
  ],
  [
    'that was delivered without being shipped',
    { status: 'Delivered', status_history: [pending, { status: 'Delivered', at: SHIPPED }] },
    ...['invalid_request', '#/status_history/1/status invalid_status_transition'],
  ],
  [
    'with times that go back',
    { status: 'In_Transit', status_history: [pending, { ...transit, at: '2024-05-10T13:19:59.999Z' }] },
    ...['invalid_request', '#/status_history/1/at minimum'],
  ],
  [
    'with another status than its history',
    { status_history: [pending, transit] },
    'invalid_request',
    '#/status const',
  ],
  [
    'that restocks what was not canceled in transit',
    {
      ...delivered,
      status_history: [pending, transit, { status: 'Delivered', at: DELIVERED, restock: true }],
    },
    ...['invalid_request', '#/status_history/2/restock const'],
  ],
  [
    'that was paid too much',
    { payments: [pix(28.51)] },
    'payment_exceeds_total',
    '#/payments payment_exceeds_total',
  ],
  [
    'that has a reference twice',
    { payments: [pix(1, { reference: 'A' }), pix(1, { reference: 'A' })] },
    ...['invalid_request', '#/payments/1/reference already_exists'],
  ],
  [
    'that was refunded more than paid',
    {
      payments: [pix(5), pix(5)],
      refunds: [refund(5, { payment_id: 1 }), refund(0.01, { payment_id: 1 }), refund(5)],
    },
    ...[
      'invalid_request',
      '#/refunds/1/amount refund_exceeds_paid',
      '#/refunds/2/amount refund_exceeds_paid',
    ],
  ],
  [
    'whose refund names no payment',
    { payments: [pix(5)], refunds: [refund(5, { payment_id: 2 })] },
    ...['invalid_request', '#/refunds/0/payment_id invalid_reference'],
  ],
  [
    'that came back and was never shipped',
    { returns: [returned(1, 1)] },
    'invalid_request',
    '#/returns/0 return_not_allowed',
  ],
  [
    'that came back more than it was sold',
    { ...delivered, returns: [returned(1, 2), returned(1, 1.5), returned(2, 1)] },
    ...[
      'invalid_request',
      '#/returns/1/items/0/quantity return_exceeds_sold',
      '#/returns/2/items/0/line invalid_reference',
    ],
  ],
  [
    'that came back before it left',
    { ...delivered, returns: [returned(1, 1, PLACED)] },
    'invalid_request',
    '#/returns/0/at minimum',
  ],
  [
    'whose return names no refund',
    { ...delivered, returns: [{ ...returned(1, 1), refund_id: 1 }] },
    ...['invalid_request', '#/returns/0/refund_id invalid_reference'],
  ],
  [
    'that was attempted to deliver and never shipped',
    { delivery_attempts: [{ outcome: 'failed', at: SHIPPED }] },
    ...['invalid_request', '#/delivery_attempts/0/outcome invalid_status_transition'],
  ],
  [
    'that was delivered by an attempt and is in transit',
    { status: 'In_Transit', delivery_attempts: [{ outcome: 'delivered', at: SHIPPED }] },
    ...['invalid_request', '#/delivery_attempts/0/outcome invalid_status_transition'],
  ],
  [
    'with 21 attempts',
    { ...delivered, delivery_attempts: times(21, { outcome: 'failed', at: DELIVERED }) },
    ...['invalid_request', '#/delivery_attempts max_items'],
  ],
];

it.each(rows)('refuses an order %s, and writes it not', async (_, fields, ...expected) => {
  const { one, tp, customer, product, stock } = await shopToImport(environment());
  const row = await one(fields as Partial<ImportItem>, { stock: 'force' });
  expect([refused(row), row.data, row.shortages]).toEqual([expected, null, []]);
  const found = await tp.orders.list({ customer_id: customer.id });
  const movements = await tp.stock.movements({ product_id: product.id });
  expect([found.data, movements.data.length, await stock()]).toEqual([[], 1, [5, 0]]);
});

it('takes the rows beside refused ones, whatever those are', async () => {
  const { send, item } = await shopToImport(environment());
  const good = item();
  const results = await send([null, 1, 'x', [], {}, good, { __proto__: null, constructor: 1 }]);
  expect(results.map(({ index, status }) => [index, status])).toEqual(
    [400, 400, 400, 400, 400, 201, 400].map((status, index) => [index, status]),
  );
});

it('refuses a request of no orders, of 101, and of other words for stock and events', async () => {
  const { request } = await shopToImport(environment());
  for (const body of [
    { items: [] },
    { items: times(101, {}) },
    { items: [{}], stock: 'move' },
    { items: [{}], events: 'none' },
  ])
    expect((await request('POST', '/orders/import', { body })).status).toBe(400);
});

it('takes one that paid twice and got it back', async () => {
  const { one } = await shopToImport(environment());
  const { data } = await one({
    payments: [pix(28.5), pix(28.5)],
    refunds: [refund(28.5, { payment_id: 2 })],
  });
  expect(data).toMatchObject({
    paid_total: 57,
    refunded_total: 28.5,
    refund_due: 0,
    payment_status: 'paid',
  });
});

it('does not see the orders, customers and products of another tenant', async () => {
  const { one, item, send, product, customer } = await shopToImport(environment());
  const other = await openShop(environment());
  const { data } = await one({ external_id: 'SAME' });
  const body = { items: [{ ...item({ external_id: 'SAME', customer_id: other.customer.id }) }] };
  const response = await other.request('POST', '/orders/import', { body });
  const { results } = (await response.json()) as { results: Awaited<ReturnType<typeof send>> };
  expect(refused(results[0]!)).toEqual(['invalid_reference', '#/items/0/product_id invalid_reference']);
  expect([data!.customer_id, data!.items[0]!.product_id]).toEqual([customer.id, product.id]);
});
