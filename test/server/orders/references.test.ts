import type { OrderCreate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

async function shop() {
  const { tp } = await environment().tenant();
  const product = await stocked(tp, 50, { sku: 'A', external_id: 'ERP-A' });
  const customer = await tp.customers.create({
    ...{ type: 'person', name: 'Maria Souza', tax_id: '529.982.247-25', external_id: 'ERP-C' },
  });
  return { tp, product, customer };
}

const refused = (pointer: string) => ({
  ...{ status: 422, code: 'invalid_reference', errors: [{ pointer, code: 'invalid_reference' }] },
});

describe('an order names its customer', () => {
  const items = [{ external_id: 'ERP-A', quantity: 1 }];

  it.each<Partial<OrderCreate>>([
    { customer_external_id: 'ERP-C' },
    { customer_tax_id: '52998224725' },
    { customer_tax_id: ' 529.982.247-25' },
  ])('by %o', async (reference) => {
    const { tp, customer } = await shop();
    await tp.coupons.create({ code: 'TEN', discount: { type: 'percentage', percentage: 10 } });
    const order = { items, ...reference };
    expect((await tp.orders.quote(order)).customer_id).toBe(customer.id);
    expect((await tp.orders.create(order)).customer_id).toBe(customer.id);
    expect(await tp.coupons.validate({ ...order, coupon_code: 'ten' })).toMatchObject({
      valid: true,
      discount: 1,
    });
  });

  const foreign = { type: 'company', name: 'ACME', tax_id_type: 'foreign' } as const;

  it('by a foreign tax id exactly as it was sent, as filters, imports and batches do', async () => {
    const { tp } = await shop();
    const acme = await tp.customers.create({ ...foreign, tax_id: '12.345' });
    const line = { external_id: 'ERP-A', quantity: 1, unit_price: 1 };
    const imported = (customer_tax_id: string) => ({
      ...{ external_id: customer_tax_id, customer_tax_id, items: [line] },
      ...({ placed_at: '2024-05-10T13:20:00.000Z', status: 'Pending' } as const),
    });
    for (const [tax_id, found] of [
      ['12.345', [acme.id]],
      ['12345', []],
    ] as const) {
      const placed = await tp.orders.create({ items, customer_tax_id: tax_id }).catch(() => undefined);
      const { results } = await tp.orders.import({ items: [imported(tax_id)] });
      const ofOrders = await tp.orders.list({ customer_tax_id: tax_id });
      expect(
        [placed, ...results.map(({ data }) => data), ...ofOrders.data].map((o) => o?.customer_id),
      ).toEqual(found.length > 0 ? [acme.id, acme.id, acme.id, acme.id] : [undefined, undefined]);
      expect((await tp.customers.list({ tax_id })).data.map(({ id }) => id)).toEqual(found);
      const [row] = await tp.customers.batch([{ ...foreign, tax_id }], { matchBy: 'tax_id' });
      expect(row!.status).toBe(found.length > 0 ? 200 : 201);
    }
  });

  it('by a CPF with its mask before a foreign tax id that looks like one', async () => {
    const { tp, customer } = await shop();
    const tax_id = '529.982.247-25';
    const acme = await tp.customers.create({ ...foreign, tax_id });
    const found = async () => {
      const order = await tp.orders.create({ items, customer_tax_id: tax_id });
      const ofOrders = await tp.orders.list({ customer_tax_id: tax_id });
      const customers = await tp.customers.list({ tax_id });
      return [
        order.customer_id,
        ...new Set(ofOrders.data.map((o) => o.customer_id)),
        ...customers.data.map(({ id }) => id),
      ];
    };
    expect(await found()).toEqual([customer.id, customer.id, customer.id]);
    await tp.customers.delete(customer.id);
    expect(await found()).toEqual([acme.id, acme.id, acme.id]);
  });

  it('with one reference, of a customer who exists and is active', async () => {
    const { tp, customer } = await shop();
    const cases: [Partial<OrderCreate>, string][] = [
      [{ customer_external_id: 'NO' }, '#/customer_external_id'],
      [{ customer_tax_id: '11144477735' }, '#/customer_tax_id'],
      [{ customer_id: 2_000_000_000 }, '#/customer_id'],
    ];
    for (const [reference, pointer] of cases)
      await expect(tp.orders.create({ items, ...reference })).rejects.toMatchObject(refused(pointer));
    for (const reference of [{}, { customer_id: customer.id, customer_external_id: 'ERP-C' }])
      await expect(tp.orders.create({ items, ...reference })).rejects.toMatchObject({
        ...{ status: 400, errors: expect.arrayContaining([expect.objectContaining({ code: 'one_of' })]) },
      });
    await tp.customers.update(customer.id, { status: 'inactive' });
    await expect(tp.orders.create({ items, customer_external_id: 'ERP-C' })).rejects.toMatchObject(
      refused('#/customer_external_id'),
    );
  });
});

describe('a changed order names its customer', () => {
  const items = [{ sku: 'A', quantity: 1 }];
  const twoCustomers = async () => {
    const { tp, customer } = await shop();
    const ana = await tp.customers.create({
      ...{ type: 'person', name: 'Ana', tax_id: '111.444.777-35', external_id: 'ERP-ANA' },
    });
    const order = await tp.orders.create({ items, customer_external_id: 'ERP-C' });
    return { tp, customer, ana, order };
  };

  it.each([{ customer_external_id: 'ERP-ANA' }, { customer_tax_id: '11144477735' }])(
    'by %o',
    async (reference) => {
      const { tp, ana, order } = await twoCustomers();
      const changed = await tp.orders.update(order.id, reference);
      expect(changed).toMatchObject({
        customer_id: ana.id,
        version: 2,
        changes: [{ fields: ['customer_id'] }],
      });
      expect(await tp.orders.update(order.id, reference)).toEqual(changed);
    },
  );

  it('with one reference at most, and a customer who exists and is active, unless it keeps its own', async () => {
    const { tp, customer, ana, order } = await twoCustomers();
    await tp.customers.update(customer.id, { status: 'inactive' });
    await tp.customers.update(ana.id, { status: 'inactive' });
    for (const own of [{ customer_external_id: 'ERP-C' }, { customer_tax_id: '52998224725' }])
      expect(await tp.orders.update(order.id, own)).toEqual(order);
    const refusals: [object, string][] = [
      [{ customer_external_id: 'NO' }, '#/customer_external_id'],
      [{ customer_external_id: 'ERP-ANA' }, '#/customer_external_id'],
      [{ customer_tax_id: '111.444.777-35' }, '#/customer_tax_id'],
    ];
    for (const [reference, pointer] of refusals)
      await expect(tp.orders.update(order.id, reference)).rejects.toMatchObject(refused(pointer));
    const both = { customer_id: ana.id, customer_tax_id: '11144477735' };
    await expect(tp.orders.update(order.id, both)).rejects.toMatchObject({
      ...{ status: 400, errors: [{ pointer: '#', code: 'one_of' }] },
    });
    await tp.customers.update(ana.id, { status: 'active' });
    const shipped = await tp.orders.setStatus(order.id, { status: 'In_Transit' });
    await expect(tp.orders.update(order.id, { customer_external_id: 'ERP-ANA' })).rejects.toMatchObject({
      ...{ status: 409, code: 'order_not_editable', errors: [{ pointer: '#/customer_external_id' }] },
    });
    expect(await tp.orders.get(order.id)).toEqual(shipped);
  });
});

describe('an order that is sent again as a whole', () => {
  const names = { external_id: 'ERP-C', tax_id: '529.982.247-25' };
  const ordered = async () => {
    const { tp, product, customer } = await shop();
    const table = {
      name: 'T',
      code: 'T',
      kind: 'percentage',
      percentage: -10,
      external_id: 'ERP-T',
    } as const;
    const priceTable = await tp.priceTables.create(table);
    await tp.coupons.create({ code: 'TEN', discount: { type: 'percentage', percentage: 10 } });
    const body = { price_table_external_id: 'ERP-T', coupon_code: 'TEN', notes: 'x' };
    const bodies = [
      { ...body, customer_external_id: 'ERP-C', items: [{ external_id: 'ERP-A', quantity: 1 }] },
      { ...body, customer_tax_id: names.tax_id, items: [{ sku: 'A', quantity: 1 }] },
    ];
    const order = await tp.orders.create(bodies[0]!);
    return { tp, product, customer, priceTable, table, order, bodies };
  };
  type Ordered = Awaited<ReturnType<typeof ordered>>;
  const deleted = async ({ tp, product, customer, priceTable }: Ordered) => {
    await tp.orders.setStatus((await tp.orders.list()).data[0]!.id, { status: 'In_Transit' });
    await tp.products.delete(product.id);
    await tp.customers.delete(customer.id);
    await tp.priceTables.delete(priceTable.id);
  };
  const anew = async ({ tp, table }: Ordered) => {
    await stocked(tp, 50, { sku: 'A', external_id: 'ERP-A', price: 99 });
    await tp.customers.create({ type: 'person', name: 'Ana', ...names });
    await tp.priceTables.create({ ...table, percentage: 50 });
  };

  it('stays as it is after what it names was deleted, and made anew', async () => {
    const it = await ordered();
    await deleted(it);
    const shipped = await it.tp.orders.get(it.order.id);
    for (const body of it.bodies) expect(await it.tp.orders.update(it.order.id, body)).toEqual(shipped);
    await anew(it);
    for (const body of it.bodies) expect(await it.tp.orders.update(it.order.id, body)).toEqual(shipped);
  });

  it('stays as it is while it is Pending, and its customer and price table were made anew', async () => {
    const it = await ordered();
    const { tp, order, table, customer, priceTable } = it;
    await tp.customers.delete(customer.id);
    await tp.priceTables.delete(priceTable.id);
    await tp.customers.create({ type: 'person', name: 'Ana', ...names });
    await tp.priceTables.create({ ...table, percentage: 50 });
    for (const body of it.bodies) expect(await tp.orders.update(order.id, body)).toEqual(order);
  });

  it('keeps them, and the prices of its table, when a line changes', async () => {
    const it = await ordered();
    const { tp, order, customer, priceTable, table } = it;
    const change = (body: object, quantity: number) =>
      tp.orders.update(order.id, { ...body, items: [{ sku: 'A', quantity }] });
    const kept = { customer_id: customer.id, price_table_id: priceTable.id };
    const prices: unknown[] = [order.items[0]!.unit_price];
    const expectKept = async (fate: Promise<unknown>) => {
      await fate;
      for (const [index, body] of it.bodies.entries()) {
        const changed = await change(body, 2 + index);
        expect(changed).toMatchObject(kept);
        prices.push(changed.items[0]!.unit_price);
      }
    };
    await expectKept(tp.customers.update(customer.id, { status: 'inactive' }));
    await expectKept(tp.priceTables.update(priceTable.id, { status: 'inactive' }));
    await expectKept(tp.customers.delete(customer.id));
    await expectKept(tp.priceTables.delete(priceTable.id));
    await expectKept(tp.customers.create({ type: 'person', name: 'Ana', ...names }));
    await expectKept(tp.priceTables.create({ ...table, percentage: 50 }));
    expect(new Set(prices).size).toBe(1);
    const other = await tp.customers.create({ type: 'person', name: 'Rui' });
    const moved = await tp.orders.update(order.id, { customer_id: other.id });
    expect(moved).toMatchObject({ customer_id: other.id, price_table_id: priceTable.id });
    const back = tp.orders.update(order.id, { customer_id: customer.id });
    await expect(back).rejects.toMatchObject(refused('#/customer_id'));
    await tp.orders.update(order.id, { price_table_id: null });
    const again = tp.orders.update(order.id, { price_table_id: priceTable.id });
    await expect(again).rejects.toMatchObject(refused('#/price_table_id'));
  });

  it('moves to another row that has its name only once its own has another', async () => {
    const { tp, order, product, bodies } = await ordered();
    await tp.products.update(product.id, { sku: 'B', external_id: 'ERP-B' });
    const other = await stocked(tp, 50, { sku: 'A', external_id: 'ERP-A' });
    expect(await tp.orders.update(order.id, bodies[1]!)).toEqual(order);
    const moved = await tp.orders.update(order.id, bodies[0]!);
    expect(moved.items[0]!.product_id).toBe(other.id);
  });
});

describe('the entries of a price table name products', () => {
  it('by SKU and external id, and one that is repeated or unknown is refused with its pointer', async () => {
    const { tp, product } = await shop();
    const table = await tp.priceTables.create({ name: 'T', code: 'T', kind: 'fixed' });
    const set = (...entries: object[]) => tp.priceTables.setEntries(table.id, { entries } as never);
    await set({ sku: 'A', price: 9 }, { external_id: 'ERP-A', min_quantity: 10, price: 8 });
    const entries = await tp.priceTables.entries(table.id);
    const product_id = product.id;
    const named = { product_id, sku: 'A', product_external_id: 'ERP-A' };
    expect(entries.data).toEqual([
      { ...named, min_quantity: 0, price: 9 },
      { ...named, min_quantity: 10, price: 8 },
    ]);
    await expect(set({ sku: 'A', price: 1 }, { product_id, price: 2 })).rejects.toMatchObject({
      ...{ status: 400, errors: [{ pointer: '#/entries/1', code: 'repeated' }] },
    });
    const many = Array.from({ length: 500 }, (_, i) => ({ sku: 'A', min_quantity: 20 + i, price: 1 }));
    await expect(set(...many, { sku: 'NO', price: 1 })).rejects.toMatchObject(refused('#/entries/500/sku'));
    expect((await tp.priceTables.entries(table.id)).data).toEqual(entries.data);
    expect(await set(...many.map((entry) => ({ ...entry, price: null })))).toEqual({ set: 0, removed: 0 });
  });
});

describe('a promotion names its products', () => {
  it('by SKU or external id, and shows their ids', async () => {
    const { tp, product } = await shop();
    const ids = { type: 'products', product_ids: [product.id] };
    const promotion = await tp.promotions.create({
      ...{ name: 'P', discount: { type: 'percentage', percentage: 10 } },
      target: { type: 'products', skus: ['A'] },
    });
    expect(promotion.target).toEqual(ids);
    const same = await tp.promotions.update(promotion.id, {
      target: { type: 'products', external_ids: ['ERP-A'] },
    });
    expect([same.target, same.version]).toEqual([ids, 1]);
    await expect(
      tp.promotions.update(promotion.id, { target: { type: 'products', skus: ['A', 'NO'] } }),
    ).rejects.toMatchObject(refused('#/target/skus/1'));
    const order = { customer_external_id: 'ERP-C', items: [{ sku: 'A', quantity: 1 }] };
    expect((await tp.orders.quote(order)).total).toBe(9);
  });
});

it('takes no text for an external id that a product of the order lacks', async () => {
  const { tp, customer } = await shop();
  const { sku } = await stocked(tp, 50, { sku: 'B' });
  const { id } = await tp.orders.create({ customer_id: customer.id, items: [{ sku, quantity: 1 }] });
  for (const external_id of ['null', 'undefined'])
    await expect(tp.orders.update(id, { items: [{ external_id, quantity: 2 }] })).rejects.toMatchObject(
      refused('#/items/0/external_id'),
    );
});
