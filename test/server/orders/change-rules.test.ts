import type { ProductCreate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { type Discount, type Order, type OrderBody, openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const off = (amount: number): Discount => ({ type: 'fixed_amount', amount });

/** A shop with a product at 10.00, an ERP's customer, and orders by external ids. */
async function erpShop(fields: Partial<ProductCreate> = {}) {
  const shop = await openShop(environment());
  const { tp } = shop;
  const product = await stocked(tp, 15, { external_id: 'ERP-P', ...fields });
  const person = { type: 'person', name: 'Ana Lima', tax_id: '529.982.247-25' } as const;
  const ana = await tp.customers.create({ ...person, external_id: 'ERP-C' });
  const place = (body: Partial<OrderBody> = {}) =>
    shop.order({ customer_id: ana.id, items: [{ product_id: product.id, quantity: 3 }], ...body });
  return { ...shop, product, ana, place };
}

describe('a promotion for first orders', () => {
  async function firstAndSecond() {
    const shop = await erpShop();
    const { promotions, place } = shop;
    const promotion = await promotions.create({
      ...{ name: 'Primeiro', discount: off(1), conditions: { first_order: true } },
    });
    return { ...shop, promotion, first: await place(), second: await place() };
  }

  it('comes back to the first order after a change without it, and never to the second', async () => {
    const { change, promotions, promotion, product, first, second } = await firstAndSecond();
    const items = (quantity: number) => [{ product_id: product.id, quantity }];
    const agreed = [{ product_id: product.id, quantity: 3, unit_price: 10 }];
    expect((await change(first.id, { items: agreed })).total).toBe(30);
    expect((await change(second.id, { items: items(2) })).total).toBe(20);
    expect((await change(first.id, { items: items(3) })).total).toBe(29);
    await promotions.update(promotion.id, { status: 'inactive' });
    expect((await change(first.id, { items: items(2) })).total).toBe(20);
    await promotions.update(promotion.id, { status: 'active' });
    expect((await change(second.id, { items: items(1) })).total).toBe(10);
    expect((await change(first.id, { items: items(1) })).total).toBe(9);
    expect((await promotions.get(promotion.id)).times_used).toBe(1);
  });

  it('passes to the second order once the first is canceled', async () => {
    const { change, move, product, first, second } = await firstAndSecond();
    await move(first.id, 'Canceled');
    const items = [{ product_id: product.id, quantity: 2 }];
    expect((await change(second.id, { items })).total).toBe(19);
  });

  it('stays with the order that has it when an earlier one is moved to its customer', async () => {
    const { change, place, product, tp } = await firstAndSecond();
    const [two, three] = [await buyer(tp), await buyer(tp)];
    const earlier = await place({ customer_id: two.id });
    const later = await place({ customer_id: three.id });
    expect([earlier.total, later.total]).toEqual([29, 29]);
    expect((await change(earlier.id, { customer_id: three.id })).total).toBe(30);
    const items = [{ product_id: product.id, quantity: 2 }];
    expect((await change(earlier.id, { items })).total).toBe(20);
    expect((await change(later.id, { items })).total).toBe(19);
  });
});

describe('an order that names its customer by another id', () => {
  const names = [{ customer_external_id: 'ERP-C' }, { customer_tax_id: '529.982.247-25' }];

  it.each(names)('%j is unchanged, active or not, deleted or not, shipped or not', async (name) => {
    const { place, change, move, tp, ana } = await erpShop();
    const [pending, shipped] = [await place(), await move((await place()).id, 'In_Transit')];
    const expectSame = async () => {
      for (const order of [pending, shipped]) expect(await change(order.id, name)).toEqual(order);
    };
    await expectSame();
    await tp.customers.update(ana.id, { status: 'inactive' });
    await expectSame();
    await tp.customers.delete(ana.id);
    await expectSame();
    await tp.customers.create({ type: 'person', name: 'Outra', external_id: 'ERP-C' });
    await expectSame();
  });

  it('is unchanged by the external id of its price table, which was deleted since', async () => {
    const { place, change, tp } = await erpShop();
    const table = { name: 'Atacado', kind: 'fixed', external_id: 'T-1' } as const;
    const { id } = await tp.priceTables.create({ ...table, code: 'A' });
    const order = await place({ price_table_id: id });
    await tp.priceTables.delete(id);
    expect(await change(order.id, { price_table_external_id: 'T-1' })).toEqual(order);
    const unknown = change(order.id, { price_table_external_id: 'T-2' });
    const at = '#/price_table_external_id';
    await expect(unknown).rejects.toMatchObject(refusal(422, 'invalid_reference', at));
    await tp.priceTables.create({ ...table, code: 'B' });
    expect(await change(order.id, { price_table_external_id: 'T-1' })).toEqual(order);
  });

  it('refuses another, an inactive or an unknown one with 409 once it has shipped', async () => {
    const { place, change, move, tp } = await erpShop();
    const person = { type: 'person', name: 'Rui' } as const;
    await tp.customers.create({ ...person, external_id: 'OUTRO' });
    await tp.customers.create({ ...person, external_id: 'INATIVO', status: 'inactive' });
    const { id } = await place();
    const unknown = change(id, { customer_external_id: 'NENHUM' });
    await expect(unknown).rejects.toMatchObject(refusal(422, 'invalid_reference', '#/customer_external_id'));
    await move(id, 'In_Transit');
    for (const customer_external_id of ['OUTRO', 'INATIVO', 'NENHUM'])
      await expect(
        change(id, { customer_external_id, items: [{ sku: 'NENHUM', quantity: 1 }] }),
      ).rejects.toMatchObject(refusal(409, 'order_not_editable', '#/items', '#/customer_external_id'));
    const byTaxId = change(id, { customer_tax_id: '111.444.777-35' });
    await expect(byTaxId).rejects.toMatchObject(refusal(409, 'order_not_editable', '#/customer_tax_id'));
  });
});

describe('lines that are sent again', () => {
  it('are the same by the SKU that the line shows and by the one that the product has now', async () => {
    const { place, change, tp, product } = await erpShop();
    const order = await place();
    await tp.products.update(product.id, { sku: 'NOVO' });
    for (const sku of [product.sku, 'NOVO'])
      expect(await change(order.id, { items: [{ sku, quantity: 3 }] })).toEqual(order);
    // Another product may have the old SKU by now. The line still says what was sold.
    await stocked(tp, 10, { sku: product.sku, price: 50 });
    const items = [{ sku: product.sku, quantity: 3 }];
    expect(await change(order.id, { items })).toEqual(order);
    expect(await change(order.id, { items, coupon_code: null, price_table_id: null })).toEqual(order);
    const table = await tp.priceTables.create({ name: 'Atacado', code: 'A', kind: 'fixed' });
    const priced = await change(order.id, { items, price_table_id: table.id });
    expect(priced).toMatchObject({ total: 30, items: [{ product_id: product.id, sku: product.sku }] });
  });

  /** An order of a product RA at 10.00 and one RB at 15.00, which track no stock. */
  async function twoLines() {
    const shop = await erpShop({ sku: 'RA', price: 10, track_stock: false });
    const { tp, product: a, order } = shop;
    const b = await stocked(tp, 0, { sku: 'RB', price: 15, track_stock: false });
    const lines = (...quantities: number[]) =>
      [a, b].map(({ id }, i) => ({ product_id: id, quantity: quantities[i]! }));
    const usurp = () => stocked(tp, 0, { sku: 'RA', external_id: 'ERP-P', price: 500, track_stock: false });
    return { ...shop, a, b, lines, usurp, placed: await order({ items: lines(1, 1) }) };
  }
  const sold = ({ items }: Order) => items.map(({ product_id, quantity }) => ({ product_id, quantity }));
  const sent = [
    { sku: 'RA', quantity: 1 },
    { sku: 'RB', quantity: 2 },
  ];

  it('keep their products when another line changes, whoever has their names since', async () => {
    const { tp, change, placed, a, b, lines, usurp } = await twoLines();
    await tp.products.update(a.id, { sku: 'RA2' });
    expect(sold(await change(placed.id, { items: sent }))).toEqual(lines(1, 2));
    const other = await usurp().catch(() => stocked(tp, 0, { sku: 'RA', price: 500, track_stock: false }));
    for (const sku of ['RA', 'RA2']) {
      const changed = await change(placed.id, {
        items: [
          { sku, quantity: 1 },
          { sku: 'RB', quantity: 3 },
        ],
      });
      expect([sold(changed), changed.total]).toEqual([lines(1, 3), 55]);
      await change(placed.id, { items: sent });
    }
    const appended = await change(placed.id, { items: [...sent, { sku: 'RA', quantity: 1 }] });
    expect(sold(appended)).toEqual([...lines(1, 2), { product_id: other.id, quantity: 1 }]);
    const reversed = await change(placed.id, { items: [...sent].reverse() });
    expect(sold(reversed)).toEqual([
      { product_id: b.id, quantity: 2 },
      { product_id: a.id, quantity: 1 },
    ]);
  });

  it('keep their products when these have swapped their SKUs', async () => {
    const { tp, change, order, placed, a, b, lines } = await twoLines();
    const others = [await order({ items: lines(1, 1) }), await order({ items: lines(1, 1) })];
    await tp.products.update(a.id, { sku: 'X' });
    await tp.products.update(b.id, { sku: 'RA' });
    await tp.products.update(a.id, { sku: 'RB' });
    const now = sent.map(({ quantity }, index) => ({ sku: ['RB', 'RA'][index]!, quantity }));
    for (const [index, items] of [sent, now].entries())
      expect(sold(await change(others[index]!.id, { items }))).toEqual(lines(1, 2));
    // What the lines show comes before what their products are called.
    const inserted = await stocked(tp, 0, { track_stock: false });
    const items = [{ sku: inserted.sku, quantity: 1 }, ...sent];
    expect(sold(await change(placed.id, { items }))).toEqual([
      { product_id: inserted.id, quantity: 1 },
      ...lines(1, 2),
    ]);
  });

  it.each(['deleted', 'inactive'])(
    'keep a product that is %s by now, as much of it or less, not more',
    async (fate) => {
      const { tp, change, placed, a, b, lines, usurp } = await twoLines();
      await change(placed.id, { items: lines(2, 1) });
      if (fate === 'deleted') {
        await tp.products.delete(a.id);
        await usurp();
      } else await tp.products.update(a.id, { status: 'inactive' });
      for (const name of [{ sku: 'RA' }, { external_id: 'ERP-P' }, { product_id: a.id }]) {
        const items = (quantity: number) => [
          { ...name, quantity },
          { sku: 'RB', quantity: 7 - quantity },
        ];
        expect(sold(await change(placed.id, { items: items(2) }))).toEqual(lines(2, 5));
        const [field] = Object.keys(name);
        await expect(change(placed.id, { items: items(3) })).rejects.toMatchObject(
          refusal(422, 'invalid_reference', `#/items/0/${field}`),
        );
      }
      await tp.coupons.create({ code: 'DEZ', discount: off(10) });
      expect(await change(placed.id, { coupon_code: 'DEZ' })).toMatchObject({ total: 85 });
      expect(
        sold(
          await change(placed.id, { items: [{ product_id: a.id, quantity: 1 }, ...lines(0, 1).slice(1)] }),
        ),
      ).toEqual(lines(1, 1));
      await change(placed.id, { items: lines(0, 1).slice(1) });
      await expect(change(placed.id, { items: lines(1, 1) })).rejects.toMatchObject(
        refusal(422, 'invalid_reference', '#/items/0/product_id'),
      );
      expect(b.id).toBeGreaterThan(a.id);
    },
  );

  it('are the same although their product was deleted, even if another has its id now', async () => {
    const { place, change, move, tp, product } = await erpShop({ track_stock: false });
    const [pending, shipped] = [await place(), await move((await place()).id, 'In_Transit')];
    const names = [{ product_id: product.id }, { sku: product.sku }, { external_id: 'ERP-P' }];
    await tp.products.delete(product.id);
    for (const order of [pending, shipped])
      for (const name of names)
        expect(await change(order.id, { items: [{ ...name, quantity: 3 }] })).toEqual(order);
    await stocked(tp, 10, { external_id: 'ERP-P' });
    const items = [{ external_id: 'ERP-P', quantity: 3 }];
    for (const order of [pending, shipped]) expect(await change(order.id, { items })).toEqual(order);
  });
});

describe('a change with several mistakes', () => {
  it('is refused for the one that a new order would be refused for', async () => {
    const { place, placeOrder, change, product, customer } = await erpShop();
    const order = await place({ payment_terms: [{ due_date: '2026-03-01', amount: 30 }] });
    const items = [{ product_id: product.id, quantity: 20 }];
    const terms = [{ due_date: '2026-03-01', amount: 1 }];
    const bodies: [object, string, string][] = [
      [{ items, expected_total: 1, payment_terms: terms }, 'total_mismatch', '#/expected_total'],
      [{ items, payment_terms: terms }, 'total_mismatch', '#/payment_terms'],
      [{ items, payment_terms: [] }, 'insufficient_stock', '#/items/0/quantity'],
    ];
    for (const [body, code, pointer] of bodies) {
      const refused = refusal(409, code as never, pointer);
      const placed = placeOrder({ customer_id: customer.id, items, ...body });
      await expect(placed).rejects.toMatchObject(refused);
      await expect(change(order.id, body)).rejects.toMatchObject(refused);
    }
    // The terms that the order has must add up, too.
    await expect(change(order.id, { items })).rejects.toMatchObject(
      refusal(409, 'total_mismatch', '#/payment_terms'),
    );
  });
});

describe('`fields` of a change', () => {
  it('has what follows from the change', async () => {
    const { place, change, pay, product } = await erpShop();
    const { id } = await place();
    await pay(id, 20);
    const items = (quantity: number) => [{ product_id: product.id, quantity }];
    const changed = ['items', 'subtotal', 'total'];
    const last = async (quantity: number) =>
      (await change(id, { items: items(quantity) })).changes.at(-1)!.fields;
    expect(await last(2)).toEqual([...changed, 'paid_at', 'payment_status']);
    expect(await last(1)).toEqual([...changed, 'refund_due']);
    expect(await last(3)).toEqual([...changed, 'paid_at', 'payment_status', 'refund_due']);
  });
});
