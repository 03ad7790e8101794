import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DELIVERED,
  type ImportItem,
  PLACED,
  refused,
  SHIPPED,
  shopToImport,
} from '../../support/order-import.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();
const { invoices } = JSON.parse(
  readFileSync(new URL('../../vectors/invoices.json', import.meta.url), 'utf8'),
) as { invoices: Invoice[] };

/** Amounts are text. */
interface Invoice {
  readonly name: string;
  readonly lines: readonly Readonly<
    Record<'sku' | 'quantity' | 'unit_price' | 'subtotal' | 'discount', string>
  >[];
  readonly agreed_discount: string;
  readonly shipping_amount: string;
  readonly charges: readonly { readonly type: 'ipi'; readonly amount: string }[];
  readonly total: string;
}

const delivered: Partial<ImportItem> = {
  status: 'Delivered',
  status_history: [
    { status: 'Pending', at: PLACED },
    { status: 'In_Transit', at: SHIPPED, reason: 'Saiu' },
    { status: 'Delivered', at: DELIVERED },
  ],
};

describe('an imported order', () => {
  it.each(invoices.map((invoice) => [invoice.name, invoice] as const))(
    'equals its invoice: %s',
    async (_, { lines, ...invoice }) => {
      const { tp, one } = await shopToImport(environment());
      for (const { sku } of lines) await stocked(tp, 0, { sku });
      const { data } = await one({
        items: lines.map(({ sku, quantity, unit_price, discount }) => ({
          sku,
          ...{ quantity: Number(quantity), unit_price: Number(unit_price), discount: Number(discount) },
        })),
        agreed_discount: Number(invoice.agreed_discount),
        shipping: { amount: Number(invoice.shipping_amount) },
        charges: invoice.charges.map(({ type, amount }) => ({ type, amount: Number(amount) })),
        expected_total: Number(invoice.total),
      });
      expect(data!.total).toBe(Number(invoice.total));
      expect(data!.items.map(({ subtotal }) => subtotal)).toEqual(lines.map((line) => Number(line.subtotal)));
    },
  );

  it('is what it was: history, payments, refunds, returns and attempts with the times of then', async () => {
    const { one, tp, product } = await shopToImport(environment());
    const { status, data } = await one({
      ...delivered,
      payments: [
        { amount: 20, method: 'pix', reference: 'A', paid_at: '2024-05-12T00:00:00-03:00' },
        { amount: 8.5, method: 'pix', paid_at: PLACED },
      ],
      refunds: [{ amount: 9.5, reason: 'Quebrou', payment_id: 1, refunded_at: '2024-06-01T00:00:00Z' }],
      returns: [
        {
          items: [{ line: 1, quantity: 1 }],
          restock: true,
          reason: 'Quebrou',
          refund_id: 1,
          at: '2024-06-01T00:00:00Z',
        },
      ],
      delivery_attempts: [
        { outcome: 'failed', reason: 'Ninguém', at: '2024-05-12T10:00:00Z' },
        { outcome: 'delivered', at: DELIVERED },
      ],
    });
    expect([status, data]).toMatchObject([
      201,
      {
        ...{ status: 'Delivered', allowed_transitions: [], version: 1, placed_at: PLACED, total: 28.5 },
        ...{ paid_total: 28.5, paid_at: '2024-05-12T03:00:00.000Z', payment_status: 'partially_refunded' },
        ...{ refunded_total: 9.5, refund_due: 0, changes: [] },
        status_history: [
          { status: 'Pending', at: PLACED, reason: null },
          { status: 'In_Transit', at: SHIPPED, reason: 'Saiu' },
          { status: 'Delivered', at: DELIVERED },
        ],
        payments: [
          { id: 1, amount: 20, reference: 'A', voided_at: null },
          { id: 2, paid_at: PLACED },
        ],
        refunds: [{ id: 1, payment_id: 1, refunded_at: '2024-06-01T00:00:00.000Z' }],
        returns: [{ id: 1, items: [{ line: 1, product_id: product.id, quantity: 1 }], refund_id: 1 }],
        delivery_attempts: [
          { outcome: 'failed', reason: 'Ninguém' },
          { outcome: 'delivered', reason: null },
        ],
        items: [{ returned_quantity: 1, unit_price: 9.5, price_source: { type: 'agreed' } }],
      },
    ]);
    expect(await tp.orders.get(data!.id)).toEqual(data);
    const payments = await tp.orders.payments({ order_id: data!.id });
    expect(payments.data.map(({ paid_at }) => paid_at)).toEqual(data!.payments.map(({ paid_at }) => paid_at));
  });

  it.each([
    ['Pending', ['Pending']],
    ['In_Transit', ['Pending', 'In_Transit']],
    ['Delivered', ['Pending', 'In_Transit', 'Delivered']],
    ['Canceled', ['Pending', 'Canceled']],
  ] as const)('that is %s came straight to it, unless it says how', async (status, statuses) => {
    const { one } = await shopToImport(environment());
    const { data } = await one({ status });
    expect(data!.status_history.map((change) => [change.status, change.at])).toEqual(
      statuses.map((each) => [each, PLACED]),
    );
  });

  it('refers to products and customers that are inactive or deleted, by any of their ids', async () => {
    const { tp, one } = await shopToImport(environment());
    const gone = await stocked(tp, 0, { sku: 'GONE', external_id: 'P-1' });
    await tp.products.delete(gone.id);
    await stocked(tp, 0, { sku: 'OLD', status: 'inactive' });
    const customer = await tp.customers.create({
      ...{ type: 'person', name: 'Ana', external_id: 'C-1', tax_id: '52998224725', status: 'inactive' },
    });
    const line = { quantity: 1, unit_price: 1 };
    const items = [
      { sku: 'GONE', ...line },
      { external_id: 'P-1', ...line, name: 'Antigo' },
      { sku: 'OLD', ...line },
    ];
    for (const by of [{ customer_external_id: 'C-1' }, { customer_tax_id: '529.982.247-25' }]) {
      const { data } = await one({ customer_id: undefined, ...by, items });
      expect(data!.customer_id).toBe(customer.id);
      expect(data!.items.map(({ product_id }) => product_id === gone.id)).toEqual([true, true, false]);
      expect(data!.items[1]!.name).toBe('Antigo');
    }
    await tp.customers.delete(customer.id);
    expect((await one({ customer_id: undefined, customer_external_id: 'C-1' })).status).toBe(201);
    const successor = await stocked(tp, 0, { sku: 'GONE' });
    const { data } = await one({
      items: [
        { sku: 'GONE', ...line },
        { product_id: gone.id, ...line },
      ],
    });
    expect(data!.items.map(({ product_id }) => product_id)).toEqual([successor.id, gone.id]);
  });

  it('keeps the shares of its discount that it has, and computes those that it does not have', async () => {
    const { one, product } = await shopToImport(environment());
    const line = { product_id: product.id, quantity: 1, unit_price: 10 };
    const shares = ({ data }: Awaited<ReturnType<typeof one>>) =>
      data!.items.map(({ discount, order_discount }) => [discount, order_discount]);
    const own = await one({ items: [{ ...line, order_discount: 2.5, discount: 1 }, line] });
    expect([shares(own), own.data!.agreed_discount]).toEqual([
      [
        [3.5, 2.5],
        [0, 0],
      ],
      2.5,
    ]);
    expect(shares(await one({ items: [line, line], agreed_discount: 0.03 }))).toEqual([
      [0.02, 0.02],
      [0.01, 0.01],
    ]);
  });

  it('has up to 990 lines, and may be from any year', async () => {
    const { one, product } = await shopToImport(environment());
    const items = Array.from({ length: 990 }, () => ({
      product_id: product.id,
      quantity: 1,
      unit_price: 0.01,
    }));
    const { data } = await one({ items, placed_at: '1987-01-05T00:00:00Z' });
    expect([data!.total, data!.placed_at]).toEqual([9.9, '1987-01-05T00:00:00.000Z']);
  });
});

describe('an import that is sent again', () => {
  it('writes nothing where orders are equal, and says what differs elsewhere', async () => {
    const { item, send, tp, product } = await shopToImport(environment());
    const [first, second] = [item({ ...delivered, metadata: { a: 'x' } }), item()];
    const [one, two] = await send([first, second]);
    await tp.products.update(product.id, { name: 'Outro', status: 'inactive' });
    const changed = {
      ...second,
      items: [{ ...second.items[0]!, quantity: 4 }],
      notes: 'x',
      metadata: { b: 'y' },
      payments: [{ amount: 1, method: 'pix', paid_at: PLACED }],
    };
    const before = await tp.events.list({ limit: 200 });
    const rows = await send([first, changed, second]);
    expect(rows.map(({ status }) => status)).toEqual([200, 409, 200]);
    const [equal, differs] = await send([first, changed]);
    expect(equal).toEqual({ ...one, status: 200 });
    expect([differs!.status, refused(differs!)]).toEqual([
      409,
      [
        'order_differs',
        ...['#/items/0/quantity', '#/notes', '#/metadata/b', '#/payments'].map((at) => `${at} order_differs`),
      ],
    ]);
    expect(await tp.orders.get(two!.data!.id)).toEqual(two!.data);
    expect(differs!.problem).toMatchObject({
      existing_id: two!.data!.id,
      existing_external_id: second.external_id,
    });
    expect(await send([{ ...first, metadata: { a: 'y' } }])).toMatchObject([
      { status: 409, problem: { errors: [{ pointer: '#/metadata/a', detail: 'is "x" in the order' }] } },
    ]);
    expect((await tp.events.list({ limit: 200 })).data).toEqual(before.data);
  });

  it('is found by its id alone, in which nothing is unseen', async () => {
    const { item, send } = await shopToImport(environment());
    const ids = ['E\u200b1', '\ufeffE1', 'E1\t', 'E1\n', 'E\u00a01'];
    const rows = await send([
      { ...item(), external_id: 'E1' },
      ...ids.map((external_id) => item({ external_id })),
    ]);
    expect(rows.map(({ status }) => status)).toEqual([201, 400, 400, 400, 400, 400]);
    expect(rows.slice(1).map(({ problem }) => problem!.errors[0]!.detail)).toEqual(
      ['200B', 'FEFF', '0009', '000A', '00A0'].map((code) => expect.stringContaining(`U+${code}`)),
    );
  });

  it('reads blanks as a new order does', async () => {
    const { item, send, tp } = await shopToImport(environment());
    await stocked(tp, 0, { sku: 'CAF 1' });
    const line = { quantity: 1, unit_price: 10 };
    const typed = item({
      items: [{ ...line, sku: ' CAF\u00a01\t', name: '  Café\u00a0moído ' }],
      coupon_code: ' DEZ ',
      notes: '  ',
      payments: [{ amount: 1, method: ' pix', reference: ' R\u00a01', paid_at: PLACED }],
    });
    const plain = {
      ...typed,
      items: [{ ...line, sku: 'CAF 1', name: 'Café moído' }],
      coupon_code: 'DEZ',
      notes: '',
      payments: [{ amount: 1, method: 'pix', reference: 'R 1', paid_at: PLACED }],
    };
    const [made, again] = [...(await send([typed])), ...(await send([plain]))];
    expect([made!.status, again!.status]).toEqual([201, 200]);
    expect(made!.data).toMatchObject({
      items: [{ sku: 'CAF 1', name: 'Café moído' }],
      coupon_code: 'DEZ',
      payments: [{ method: 'pix', reference: 'R 1' }],
    });
  });

  it('points at what names another customer or product', async () => {
    const { item, request, tp, product } = await shopToImport(environment());
    await tp.customers.create({ type: 'person', name: 'Maria', external_id: 'C-1' });
    await tp.customers.create({ type: 'person', name: 'Ana', external_id: 'C-2' });
    await stocked(tp, 0, { external_id: 'P-2' });
    const { customer_id: _, ...rest } = item({ external_id: 'NAMED' });
    const send = async (customer_external_id: string, line: object) => {
      const items = [{ quantity: 1, unit_price: 10, ...line }];
      const body = { items: [{ ...rest, customer_external_id, items }] };
      return ((await (await request('POST', '/orders/import', { body })).json()) as { results: object[] })
        .results[0];
    };
    await send('C-1', { product_id: product.id });
    const errors = [
      { pointer: '#/customer_external_id', detail: 'is "C-1" in the order' },
      { pointer: '#/items/0/external_id', detail: `product_id is ${product.id} in the order` },
    ];
    expect(await send('C-2', { external_id: 'P-2' })).toMatchObject({ problem: { errors } });
  });

  it('finds an order that was placed here, and one whose product was replaced by another with its SKU', async () => {
    const { item, send, order, product, tp } = await shopToImport(environment());
    const placed = await order({ external_id: 'LIVE', items: [{ product_id: product.id, quantity: 1 }] });
    const row = item({
      ...{ external_id: 'LIVE', placed_at: placed.placed_at },
      items: [{ sku: product.sku, quantity: 1, unit_price: 10 }],
      status_history: [{ status: 'Pending', at: placed.status_history[0]!.at }],
    });
    expect(await send([row])).toMatchObject([{ status: 200, data: { id: placed.id } }]);
    const old = item({ items: [{ sku: product.sku, quantity: 1, unit_price: 10 }] });
    await send([old]);
    await tp.orders.setStatus(placed.id, { status: 'Canceled' });
    await tp.products.delete(product.id);
    await stocked(tp, 0, { sku: product.sku });
    expect(await send([old])).toMatchObject([{ status: 200 }]);
  });

  it('returns the same response with its Idempotency-Key', async () => {
    const { item, request } = await shopToImport(environment());
    const body = { items: [item()] };
    const headers = { 'Idempotency-Key': 'night' };
    const first = await request('POST', '/orders/import', { body, headers });
    const again = await request('POST', '/orders/import', { body, headers });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
  });
});
