import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { type Order, openShop, refusal } from '../../support/trade.ts';

/** Amounts are text. */
interface Invoice {
  readonly name: string;
  readonly lines: readonly Readonly<
    Record<'sku' | 'quantity' | 'unit_price' | 'subtotal' | 'discount', string>
  >[];
  readonly agreed_discount: string;
  readonly shipping_amount: string;
  readonly charges: readonly { readonly type: Charge['type']; readonly amount: string }[];
  readonly subtotal: string;
  readonly total: string;
}
type Charge = Order['charges'][number];

const { invoices } = JSON.parse(
  readFileSync(new URL('../../vectors/invoices.json', import.meta.url), 'utf8'),
) as { invoices: Invoice[] };

const environment = sharedEnvironment();

describe('an invoice', () => {
  it.each(invoices.map((invoice) => [invoice.name, invoice] as const))(
    'is an order with the same lines, sums and total: %s',
    async (_, { lines, ...invoice }) => {
      const { tp, order, pay } = await openShop(environment());
      for (const { sku } of lines) await stocked(tp, 0, { sku, track_stock: false });
      const total = Number(invoice.total);
      const { items, ...placed } = await order({
        items: lines.map(({ sku, quantity, unit_price, discount }) => ({
          sku,
          ...{ quantity: Number(quantity), unit_price: Number(unit_price), discount: Number(discount) },
        })),
        agreed_discount: Number(invoice.agreed_discount),
        shipping: { amount: Number(invoice.shipping_amount) },
        charges: invoice.charges.map(({ type, amount }) => ({ type, amount: Number(amount) })),
        expected_total: total,
      });
      expect(items.map((item) => item.subtotal)).toEqual(lines.map((line) => Number(line.subtotal)));
      expect(items.map((item) => item.unit_price)).toEqual(lines.map((line) => Number(line.unit_price)));
      expect(placed).toMatchObject({ subtotal: Number(invoice.subtotal), total });
      expect((await pay(placed.id, total)).payment_status).toBe('paid');
    },
  );
});

/** The text of a response, in which a reader with decimals sees each digit. */
const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

describe('a fine price', () => {
  it('is kept digit by digit, on the product, in a price table and on the line', async () => {
    const { tp, order, priceTables, request } = await openShop(environment());
    const { id: product_id } = await stocked(tp, 0, {
      ...{ price: 1e-7, cost_price: 12345.6789012345, track_stock: false },
    });
    const { id: table } = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
    await priceTables.set(table, { product_id, min_quantity: 0.0001, price: 0.0375 });
    const product = await textOf(request('GET', `/products/${product_id}`));
    expect(product).toContain('"price":0.0000001,');
    expect(product).toContain('"cost_price":12345.6789012345,');
    const entries = await textOf(request('GET', `/price-table-entries/${table}`));
    expect(entries).toContain('"min_quantity":0.0001,"price":0.0375,');
    const { items } = await order({ items: [{ product_id, quantity: 10_000 }], price_table_id: table });
    expect(items[0]).toMatchObject({ unit_price: 0.0375, subtotal: 375 });
    const exported = await textOf(request('GET', '/exports/products?format=csv'));
    expect(exported).toContain(',0.0000001,');
    expect((await tp.products.update(product_id, { price: 1e-7 })).version).toBe(1);
  });

  it.each([
    ['1E2', 100],
    ['-0', 0],
    ['0.10', 0.1],
    ['1.5e-9', 1.5e-9],
    ['19.989999999999998', 19.99],
    ['12345.678901234500000', 12345.6789012345],
    ['9999999999.99', 9_999_999_999.99],
  ])('is read from its text: %s', async (text, price) => {
    const { request } = await openShop(environment());
    const response = await request('POST', '/products', { raw: `{"name":"N","sku":"S","price":${text}}` });
    expect(await response.json()).toMatchObject({ price });
  });

  it.each([
    ['0.12345678901', 'format'],
    ['1e-11', 'format'],
    ['123456.1234567891', 'format'],
    ['9999999999.991', 'maximum'],
    ['1e400', 'precision'],
    ['-0.0001', 'minimum'],
    ['0.1234567890123456789', 'precision'],
  ])('is refused if a number could not keep it, or it has no sense: %s', async (text, code) => {
    const { request } = await openShop(environment());
    const response = await request('POST', '/products', { raw: `{"name":"N","sku":"S","price":${text}}` });
    const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
    expect(response.status).toBe(400);
    expect(errors[0]).toMatchObject({ pointer: '#/price', code });
  });

  it('is refused by itself in a batch', async () => {
    const { request } = await openShop(environment());
    const row = (sku: string, price: number) => ({ external_id: sku, name: 'N', sku, price });
    const items = [row('A', 0.0375), row('B', 0.01234567891), row('C', 7.155)];
    const response = await request('POST', '/products/batch', { body: { items } });
    const { results } = (await response.json()) as { results: { status: number }[] };
    expect(results.map(({ status }) => status)).toEqual([201, 400, 201]);
  });

  it('rounds in a percentage table to its own decimals, and a discount to cents', async () => {
    const { tp, quote, priceTables, promotions } = await openShop(environment());
    const { id: product_id } = await stocked(tp, 0, { price: 0.12345, track_stock: false });
    const { id: price_table_id } = await priceTables.create({
      ...{ name: 'P', code: 'P', kind: 'percentage', percentage: -10 },
    });
    await promotions.create({
      name: '3 for 2',
      discount: { type: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 },
      target: { type: 'order' },
    });
    const { items } = await quote({ price_table_id, items: [{ product_id, quantity: 300 }] });
    expect(items[0]).toMatchObject({ unit_price: 0.11111, subtotal: 33.33, discount: 11.11, total: 22.22 });
  });

  it('makes an agreed discount of more than the line refuse it', async () => {
    const { tp, order } = await openShop(environment());
    const { id: product_id } = await stocked(tp, 10);
    const line = { product_id, quantity: 3, unit_price: 0.335 };
    expect((await order({ items: [{ ...line, discount: 1.01 }] })).total).toBe(0);
    await expect(order({ items: [{ ...line, discount: 1.02 }] })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/items/0/discount'),
    );
  });
});

describe('a quantity with four decimals', () => {
  const stockOf = async ({ tp }: Awaited<ReturnType<typeof openShop>>, id: number) => {
    const { on_hand, reserved, available } = (await tp.products.get(id)).stock;
    return [on_hand, reserved, available];
  };

  it('is counted, reserved, changed, shipped and returned exactly', async () => {
    const shop = await openShop(environment());
    const { tp, order, change, move, takeBack, request } = shop;
    const { id } = await stocked(tp, 20.0001, { min_stock: 0.1234, weight_kg: 0.0001 });
    const { id: orderId } = await order({
      items: [{ product_id: id, quantity: 13.3325 }],
      placed_at: '2026-01-15T13:20:00.000Z',
    });
    expect(await stockOf(shop, id)).toEqual([20.0001, 13.3325, 6.6676]);
    const tooMuch = change(orderId, { items: [{ product_id: id, quantity: 20.0002 }] });
    await expect(tooMuch).rejects.toMatchObject({ errors: [{ available: 20.0001, requested: 20.0002 }] });
    await change(orderId, { items: [{ product_id: id, quantity: 13.3326 }] });
    expect(await stockOf(shop, id)).toEqual([20.0001, 13.3326, 6.6675]);
    await move(orderId, 'In_Transit');
    expect(await stockOf(shop, id)).toEqual([6.6675, 0, 6.6675]);
    const returned: Order = await takeBack(orderId, { 1: 0.0003 });
    expect(returned.items[0]!.returned_quantity).toBe(0.0003);
    await expect(takeBack(orderId, { 1: 13.3324 })).rejects.toMatchObject(
      refusal(409, 'return_exceeds_sold', '#/items/0/quantity'),
    );
    expect(await stockOf(shop, id)).toEqual([6.6678, 0, 6.6678]);
    const movements = await textOf(request('GET', `/stock-movements?product_id=${id}`));
    const quantities = [...movements.matchAll(/"quantity":(-?[\d.]+),/g)].map(([, text]) => text);
    expect(quantities).toEqual(['20.0001', '13.3325', '0.0001', '-13.3326', '0.0003']);
    const range = { start_date: '2026-01-01', end_date: '2026-01-31' };
    const { rows } = await tp.reports.sales({ ...range, group_by: 'product' });
    expect(rows[0]).toMatchObject({ quantity: 13.3326, returned_quantity: 0.0003 });
  });

  it('reaches a tier exactly', async () => {
    const { tp, quote, priceTables } = await openShop(environment());
    const { id: product_id } = await stocked(tp, 0, { track_stock: false });
    const { id: price_table_id } = await priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
    const tiers = { 0: 3, 1.2345: 2, 1.2346: 1 };
    const entries = Object.entries(tiers).map(([from, price]) => ({ min_quantity: Number(from), price }));
    await priceTables.set(price_table_id, ...entries.map((entry) => ({ product_id, ...entry })));
    const listed: number[] = [];
    for await (const { min_quantity } of tp.priceTables.entries(price_table_id, { limit: 1 }))
      listed.push(min_quantity);
    expect(listed).toEqual([0, 1.2345, 1.2346]);
    const priceAt = async (...quantities: number[]) =>
      (await quote({ price_table_id, items: quantities.map((quantity) => ({ product_id, quantity })) }))
        .items[0]!.unit_price;
    expect([await priceAt(1.2344), await priceAt(1, 0.2345), await priceAt(1.2346)]).toEqual([3, 2, 1]);
  });

  it('has no fifth', async () => {
    const { tp, order, request } = await openShop(environment());
    const { id: product_id } = await stocked(tp, 10);
    await expect(order({ items: [{ product_id, quantity: 1.00001 }] })).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/items/0/quantity'),
    );
    const body = { product_id, mode: 'delta', quantity: 0.00001, reason: 'count' };
    expect((await request('POST', '/stock-adjustments', { body })).status).toBe(400);
  });
});
