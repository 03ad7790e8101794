// The same calls give the same answers, of the fake's memory and of the service.
import { ApiError, Tradepost } from '@tradepost/sdk';
import { FakeTradepost } from '@tradepost/sdk/testing';
import { describe, expect, it } from 'vitest';
import { checkedFetch } from '../contract-check/checked-fetch.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();

/** What differs between any two shops. */
const OWN =
  /^(created_at|updated_at|deleted_at|placed_at|paid_at|at|occurred_at|event_id|tenant_id|request_id|actor|next_cursor|existing_id|detail|delivered_at)$/;

// biome-ignore lint/suspicious/noExplicitAny: each step knows what those before it gave
type Results = any[];
type Step = (tp: Tradepost, results: Results) => PromiseLike<unknown>;

/** Runs the program against both, and compares each of its results. */
async function compare(steps: readonly Step[]): Promise<void> {
  const { tp: service } = await environment().tenant();
  const fake = new FakeTradepost({ memory: true });
  const memory = new Tradepost({
    ...fake.options,
    fetch: checkedFetch(fake.fetch as typeof fetch),
    maxRetries: 0,
  });
  const [ofService, ofFake] = [openRun(service), openRun(memory)];
  for (const [index, step] of steps.entries()) {
    const [expected, found] = await Promise.all([ofService(step), ofFake(step)]);
    expect(found, `step ${index}: ${step}`).toEqual(expected);
  }
}

/** A run of the program. Ids are counted by the service over all of its tenants, so they are numbered as they come. */
function openRun(tp: Tradepost): (step: Step) => Promise<unknown> {
  const results: Results = [];
  const numbers = new Map<string, string>();

  function numbered(kind: string, id: number): string {
    const key = `${kind} ${id}`;
    const others = [...numbers.keys()].filter((other) => other.startsWith(`${kind} `)).length;
    numbers.set(key, numbers.get(key) ?? `${kind} #${others}`);
    return numbers.get(key)!;
  }

  function comparable(value: unknown, name = '', parent: object = {}): unknown {
    if (OWN.test(name)) return value === null || value === undefined ? value : `some ${name}`;
    if (/(^|_)id$/.test(name) && typeof value === 'number')
      return numbered(name === 'id' ? kindOf(parent) : name.replace('parent_id', 'category_id'), value);
    if (Array.isArray(value)) return value.map((each) => comparable(each, name, parent));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, comparable(each, key, value)]),
    );
  }

  return async (step) => {
    const result = await Promise.resolve(step(tp, results)).catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, problem, message } = error;
      return { status, code, problem, ...(status === 501 && { message }) };
    });
    results.push(result);
    return comparable(result);
  };
}

const KINDS = {
  on_hand_after: 'stock_movement_id',
  sku: 'product_id',
  tags: 'customer_id',
  slug: 'category_id',
  kind: 'price_table_id',
  payments: 'order_id',
  requires_coupon: 'promotion_id',
  promotion_id: 'coupon_id',
};
const kindOf = (row: object): string => Object.entries(KINDS).find(([field]) => field in row)?.[1] ?? 'id';

const store = () => ({ read: () => undefined, write: () => {} });
const coffee = { name: 'Café torrado 500 g', sku: 'CAF-500', price: 39.9, external_id: 'ERP-1' };

describe('the memory of the fake answers as the service does', () => {
  it('products: reads, changes, versions, deletes, and what is taken', () =>
    compare([
      (tp) => tp.products.create(coffee),
      (tp, [{ id }]) => tp.products.get(id),
      (tp) => tp.products.getByExternalId('ERP-1'),
      (tp) => tp.products.get(999_999),
      (tp) => tp.products.getByExternalId('nothing'),
      (tp) => tp.products.create({ ...coffee, external_id: 'ERP-2' }),
      (tp) => tp.products.create({ ...coffee, sku: 'OTHER' }),
      (tp) => tp.products.create({ name: 'Chá', sku: 'CHA-100', price: 18.5, category_id: 77_777 }),
      (tp) =>
        tp.products.create({ name: 'Chá', sku: 'CHA-100', price: 18.5, category_external_id: 'nothing' }),
      (tp) => tp.products.create({ name: 'Chá', sku: 'CHA-100', price: 18.5, stock: { on_hand: 7 } }),
      (tp, [{ id }]) => tp.products.update(id, { price: 42 }, { ifMatch: 1 }),
      (tp, [{ id }]) => tp.products.update(id, { price: 43 }, { ifMatch: 1 }),
      (tp, [{ id }]) => tp.products.update(id, { price: 42 }),
      (tp, [{ id }]) => tp.products.update(id, { sku: 'CHA-100' }),
      (tp) => tp.products.updateByExternalId('ERP-1', { brand: 'Serra Alta' }),
      (tp) => tp.products.updateByExternalId('ERP-9', { brand: 'Serra Alta' }),
      (tp) => tp.products.upsert('ERP-1', { price: 44 }),
      (tp) => tp.products.upsert('ERP-3', { price: 44 }),
      (tp) => tp.products.upsert('ERP-3', { name: 'Filtro', sku: 'FIL', price: 5 }),
      (tp) => tp.products.upsert('ERP-3', { name: 'Filtro', sku: 'FIL', price: 5 }, { ifNoneMatch: '*' }),
      (tp) => tp.products.upsert('ERP-4', { name: 'Filtro', sku: 'FIL', price: 5 }),
      (tp) => tp.products.upsert('ERP-5', { name: 'x', sku: 'x', price: 5 }, { ifMatch: 2 }),
      (tp) => tp.products.upsert('ERP-3', { stock: { on_hand: 5 } }),
      (tp) => tp.products.list(),
      (tp) => tp.products.list({ sku: 'FIL' }),
      (tp) => tp.products.list({ external_id: 'ERP-1' }),
      (tp) => tp.products.list({ sort: '-id', limit: 2 }).toArray({ limit: 9 }),
      (tp) => tp.products.list({ sort: 'updated_at', limit: 1 }).toArray({ limit: 9 }),
      (tp) => tp.products.list({ cursor: 'nonsense' }),
      (tp) => tp.products.deleteByExternalId('ERP-3'),
      (tp) => tp.products.getByExternalId('ERP-3'),
      (tp) => tp.products.list({ include_deleted: true, sort: 'updated_at' }),
      (tp) => tp.products.create({ name: 'Filtro', sku: 'FIL', price: 5, external_id: 'ERP-3' }),
    ]));

  it('batches, by external id and by another field', () =>
    compare([
      (tp) =>
        tp.products.batch([
          coffee,
          { name: 'x', sku: 'CAF-500', price: 1 },
          { external_id: 'ERP-1', price: 41 },
          { external_id: 'ERP-2' },
          5 as never,
          { name: 'y', sku: '', price: -1 },
        ]),
      (tp) =>
        tp.products.batch(
          [
            { sku: 'CAF-500', external_id: 'ERP-9', price: 42 },
            { sku: 'NEW', name: 'n', price: 1, external_id: 'ERP-N' },
            { name: 'without' } as never,
          ],
          { matchBy: 'sku' },
        ),
      (tp) => tp.customers.batch([{ type: 'person', name: 'Maria Souza', tax_id: '529.982.247-25' }]),
      (tp) =>
        tp.customers.batch([{ tax_id: '52998224725', external_id: 'C-1', email: 'm@example.com' }], {
          matchBy: 'tax_id',
        }),
    ]));

  it('categories: slugs, the tree, and what is in use', () =>
    compare([
      (tp) => tp.categories.create({ name: 'Cafés & Chás' }),
      (tp) => tp.categories.create({ name: 'Cafés & Chás' }),
      (tp, [{ id }]) => tp.categories.create({ name: 'Grãos', parent_id: id, external_id: 'G' }),
      (tp, [{ id }, , child]) => tp.categories.update(id, { parent_id: child.id }),
      (tp) => tp.categories.create({ name: 'x', parent_id: 88_888 }),
      (tp) => tp.categories.create({ name: 'x', slug: 'graos' }),
      (tp, [{ id }]) => tp.categories.delete(id),
      (tp) => tp.products.create({ ...coffee, category_external_id: 'G' }),
      (tp) => tp.categories.deleteByExternalId('G'),
      (tp, [{ id }]) => tp.categories.list({ parent_id: id }),
    ]));

  it('customers: tax ids and addresses in their stored form', () =>
    compare([
      (tp) =>
        tp.customers.create({
          type: 'person',
          name: 'Maria Souza',
          tax_id: '529.982.247-25',
          phone: '(41) 99876-5432',
          external_id: 'C-1',
        }),
      (tp) => tp.customers.create({ type: 'person', name: 'Outra', tax_id: '52998224725' }),
      (tp) => tp.customers.create({ type: 'person', name: 'x', tax_id: '111.111.111-11' }),
      (tp, [{ id }]) => tp.customers.update(id, { tax_id: '529.982.247-25', name: 'Maria S.' }),
      (tp, [{ id }]) => tp.customers.update(id, { type: 'company' }),
      (tp) => tp.customers.list({ tax_id: '529.982.247-25' }),
      (tp) =>
        tp.customers.create({
          type: 'person',
          name: 'Rua',
          addresses: [
            {
              street: 'Rua A',
              number: '1',
              district: 'Centro',
              city: 'Curitiba',
              state: 'paraná',
              postal_code: '80010000',
            },
          ] as never,
        }),
      (tp, [{ id }]) => tp.customers.update(id, { price_table_id: 66_666 }),
      (tp, [{ id }]) => tp.customers.delete(id),
    ]));

  it('price tables and their entries', () =>
    compare([
      (tp) => tp.products.create(coffee),
      (tp) => tp.priceTables.create({ name: 'Atacado', code: 'ATACADO', kind: 'fixed', external_id: 'T' }),
      (tp, [{ id }, table]) =>
        tp.priceTables.setEntries(table.id, {
          entries: [
            { product_id: id, price: 37.9 },
            { sku: 'CAF-500', min_quantity: 10, price: 34.9 },
          ],
        }),
      (tp, [, table]) => tp.priceTables.entries(table.id),
      (tp, [, table]) => tp.priceTables.entries(table.id, { limit: 1 }).toArray({ limit: 9 }),
      (tp, [{ id }, table]) =>
        tp.priceTables.setEntries(table.id, {
          entries: [
            { product_id: id, price: null },
            { product_id: id, min_quantity: 5, price: 36 },
          ],
        }),
      (tp, [{ id }, table]) =>
        tp.priceTables.setEntries(table.id, {
          entries: [
            { product_id: id, price: 1 },
            { external_id: 'ERP-1', price: 2 },
          ],
        }),
      (tp, [, table]) => tp.priceTables.setEntries(table.id, { entries: [{ sku: 'nothing', price: 1 }] }),
      (tp) => tp.priceTables.setEntries(55_555, { entries: [{ sku: 'CAF-500', price: 1 }] }),
      (tp, [, table]) => tp.priceTables.get(table.id),
      (tp) => tp.priceTables.create({ name: 'x', code: 'ATACADO', kind: 'fixed' }),
      (tp) =>
        tp.priceTables.create({
          name: 'P',
          code: 'P',
          kind: 'percentage',
          percentage: -10,
          is_default: true,
        }),
      (tp) => tp.priceTables.create({ name: 'Q', code: 'Q', kind: 'fixed', is_default: true }),
      (tp) => tp.priceTables.upsert('T', { kind: 'percentage' } as never),
      (tp, [, table]) => tp.customers.create({ type: 'person', name: 'M', price_table_id: table.id }),
      (tp, [, table]) => tp.priceTables.delete(table.id),
    ]));

  it('promotions and coupons', () =>
    compare([
      (tp) =>
        tp.promotions.create({
          name: 'P',
          discount: { type: 'percentage', percentage: 10 },
          requires_coupon: true,
        }),
      (tp, [{ id }]) => tp.coupons.create({ code: 'DEZ', promotion_id: id }),
      (tp) => tp.coupons.create({ code: 'dez', discount: { type: 'fixed_amount', amount: 5 } }),
      (tp) => tp.coupons.list({ code: 'dez' }),
      (tp) => tp.coupons.create({ code: 'X', promotion_id: 44_444 }),
      (tp, [{ id }]) => tp.promotions.delete(id),
      (tp, [{ id }]) => tp.promotions.update(id, { requires_coupon: false }),
      (tp, [, coupon]) => tp.coupons.update(coupon.id, { discount: { type: 'percentage', percentage: 5 } }),
      (tp, [, coupon]) =>
        tp.coupons.update(coupon.id, { starts_at: '2030-01-01T00:00:00Z', ends_at: '2029-01-01T00:00:00Z' }),
      (tp, [, coupon]) => tp.coupons.delete(coupon.id),
    ]));

  it('stock: adjustments, counts of batches, and balances', () =>
    compare([
      (tp) => tp.products.create({ ...coffee, stock: { on_hand: 10 } }),
      (tp, [{ id }]) =>
        tp.products.adjustStock(id, { mode: 'delta', quantity: 2.5, reason: 'receipt', reference: 'NF 1' }),
      (tp, [{ id }]) => tp.products.adjustStock(id, { mode: 'delta', quantity: -100, reason: 'loss' }),
      (tp, [{ id }]) =>
        tp.products.adjustStock(id, { mode: 'set', quantity: 3, reason: 'count', expected_on_hand: 4 }),
      (tp) => tp.products.adjustStock(33_333, { mode: 'set', quantity: 3, reason: 'count' }),
      (tp) => tp.stock.adjust({ sku: 'CAF-500', mode: 'set', quantity: 20, reason: 'count' }),
      (tp) => tp.stock.adjust({ sku: 'nothing', mode: 'set', quantity: 20, reason: 'count' }),
      (tp) =>
        tp.stock.batch([
          { sku: 'CAF-500', mode: 'set', quantity: 20, reason: 'count' },
          { sku: 'no', mode: 'set', quantity: 1, reason: 'count' },
          { sku: 'CAF-500', mode: 'sett', quantity: 1, reason: 'count' } as never,
        ]),
      (tp) =>
        tp.stock.batch([
          { sku: 'CAF-500', mode: 'set', quantity: 21, reason: 'count' },
          { external_id: 'ERP-1', mode: 'set', quantity: 1, reason: 'count' },
        ]),
      (tp) => tp.stock.batch([{ sku: 'CAF-500', mode: 'set', quantity: 21, reason: 'count' }]),
      (tp) => tp.stock.list(),
      (tp) => tp.stock.list({ sku: 'CAF-500', sort: 'updated_at' }),
      (tp, [{ id }]) => tp.products.get(id),
      (tp, [{ id }]) => tp.products.update(id, { sku: 'CAF-501', external_id: 'ERP-2' }),
      (tp, [, { movement }]) => tp.stock.getMovement(movement.id),
      (tp) => tp.stock.list(),
    ]));

  it('orders: prices, stock, statuses and what refuses them', () =>
    compare([
      (tp) => tp.products.create({ ...coffee, stock: { on_hand: 10 } }),
      (tp) =>
        tp.customers.create({ type: 'person', name: 'Maria', external_id: 'C-1', tax_id: '52998224725' }),
      (tp, [, { id }]) =>
        tp.orders.create({
          customer_id: id,
          external_id: 'O-1',
          items: [{ sku: 'CAF-500', quantity: 3 }],
          shipping: { amount: 15 },
          notes: 'n',
        }),
      (tp, [, { id }]) =>
        tp.orders.create({ customer_id: id, external_id: 'O-1', items: [{ sku: 'CAF-500', quantity: 1 }] }),
      (tp, [, { id }]) => tp.orders.create({ customer_id: id, items: [{ sku: 'CAF-500', quantity: 30 }] }),
      (tp, [, { id }]) =>
        tp.orders.create({
          customer_id: id,
          items: [
            { sku: 'no', quantity: 1 },
            { product_id: 99_999, quantity: 1 },
          ],
        }),
      (tp) => tp.orders.create({ customer_id: 99_999, items: [{ sku: 'CAF-500', quantity: 1 }] }),
      (tp) => tp.orders.create({ customer_external_id: 'no', items: [{ sku: 'CAF-500', quantity: 1 }] }),
      (tp) =>
        tp.orders.create({
          customer_external_id: 'C-1',
          expected_total: 1,
          items: [{ external_id: 'ERP-1', quantity: 1 }],
        }),
      (tp) =>
        tp.orders.create({
          customer_tax_id: '529.982.247-25',
          items: [{ external_id: 'ERP-1', quantity: 0.5 }],
        }),
      (tp) => tp.orders.quote({ customer_external_id: 'C-1', items: [{ sku: 'CAF-500', quantity: 100 }] }),
      (tp) =>
        tp.orders.create({
          customer_external_id: 'C-1',
          items: [{ sku: 'CAF-500', quantity: 2, unit_price: 30, discount: 5 }],
          charges: [{ type: 'ipi', amount: 3.1 }] as never,
          agreed_discount: 2,
        }),
      (tp) =>
        tp.orders.create({
          customer_external_id: 'C-1',
          items: [{ sku: 'CAF-500', quantity: 1, unit_price: 0 }],
        }),
      (tp, [product]) => tp.products.get(product.id),
      (tp, [product]) => tp.products.delete(product.id),
      (tp, [, , order]) => tp.orders.get(order.id),
      (tp, [, , order]) => tp.orders.setStatus(order.id, { status: 'Delivered' }),
      (tp, [, , order]) => tp.orders.setStatus(order.id, { status: 'In_Transit' }, { ifMatch: 9 }),
      (tp, [, , order]) => tp.orders.setStatus(order.id, { status: 'In_Transit' }),
      (tp, [, , order]) => tp.orders.setStatus(order.id, { status: 'In_Transit' }),
      (tp, [, , order]) => tp.orders.setStatus(order.id, { status: 'Canceled' }),
      (tp, [, , order]) => tp.orders.setStatus(order.id, { status: 'Delivered' }),
      (tp, results) => tp.orders.setStatus(results[9].id, { status: 'Canceled' }),
      (tp) => tp.stock.list(),
      (tp) => tp.orders.list(),
      (tp) => tp.orders.list({ external_id: 'O-1' }),
      (tp) => tp.orders.list({ status: ['Pending', 'Canceled'] as never, sort: '-id' }),
      (tp) => tp.orders.get(99_999),
    ]));

  it('orders with the price table of the customer, of the order and by default', () =>
    compare([
      (tp) => tp.products.create(coffee),
      (tp) => tp.products.create({ name: 'Chá', sku: 'CHA', price: 10 }),
      (tp) => tp.priceTables.create({ name: 'A', code: 'A', kind: 'fixed' }),
      (tp, [, , { id }]) =>
        tp.priceTables.setEntries(id, {
          entries: [
            { sku: 'CAF-500', price: 30 },
            { sku: 'CAF-500', min_quantity: 10, price: 25 },
          ],
        }),
      (tp, [, , { id }]) =>
        tp.customers.create({ type: 'person', name: 'M', price_table_id: id, external_id: 'C-1' }),
      (tp) =>
        tp.stock.batch([
          { sku: 'CAF-500', mode: 'set', quantity: 100, reason: 'count' },
          { sku: 'CHA', mode: 'set', quantity: 100, reason: 'count' },
        ]),
      (tp) =>
        tp.orders.create({
          customer_external_id: 'C-1',
          items: [
            { sku: 'CAF-500', quantity: 3 },
            { sku: 'CHA', quantity: 1 },
          ],
        }),
      (tp) => tp.orders.create({ customer_external_id: 'C-1', items: [{ sku: 'CAF-500', quantity: 12 }] }),
      (tp) =>
        tp.priceTables.create({ name: 'D', code: 'D', kind: 'percentage', percentage: 10, is_default: true }),
      (tp) => tp.orders.create({ customer_external_id: 'C-1', items: [{ sku: 'CHA', quantity: 1 }] }),
      (tp) =>
        tp.orders.create({
          customer_external_id: 'C-1',
          price_table_id: 22_222,
          items: [{ sku: 'CHA', quantity: 1 }],
        }),
    ]));

  it('repeats by the Idempotency-Key', () =>
    compare([
      (tp) => tp.products.create(coffee, { idempotencyKey: 'k' }),
      (tp) =>
        tp.products
          .create(coffee, { idempotencyKey: 'k' })
          .withResponse()
          .then(({ data, response }) => [
            data,
            response.status,
            response.headers.get('idempotency-replayed'),
          ]),
      (tp) => tp.products.create({ ...coffee, price: 1 }, { idempotencyKey: 'k' }),
      (tp) => tp.products.create({ name: 'x' } as never, { idempotencyKey: 'k2' }),
      (tp) => tp.products.create({ ...coffee, sku: 'N', external_id: 'N' }, { idempotencyKey: 'k2' }),
    ]));

  it('the feed, for follow, and exports, for sync', () =>
    compare([
      (tp) => tp.products.create(coffee),
      (tp, [{ id }]) => tp.products.update(id, { price: 40, brand: 'B' }),
      (tp) => tp.customers.create({ type: 'person', name: 'M', external_id: 'C' }),
      (tp) => tp.stock.adjust({ sku: 'CAF-500', mode: 'set', quantity: 5, reason: 'count' }),
      (tp) => tp.orders.create({ customer_external_id: 'C', items: [{ sku: 'CAF-500', quantity: 1 }] }),
      (tp, results) => tp.orders.setStatus(results[4].id, { status: 'In_Transit' }),
      (tp, results) => tp.orders.setStatus(results[4].id, { status: 'Delivered' }),
      (tp, [{ id }]) => tp.products.delete(id),
      (tp) => tp.events.list({ limit: 3 }).toArray({ limit: 99 }),
      (tp) => tp.events.list({ event_type: 'order.created' as never }).toArray({ limit: 99 }),
      async (tp) => {
        const stop = new AbortController();
        const kinds: string[] = [];
        for await (const { event_type } of tp.events.follow({
          store: store(),
          signal: stop.signal,
          maxPauseMs: 1,
        })) {
          kinds.push(event_type);
          if (kinds.length === 8) stop.abort();
        }
        return kinds;
      },
      async (tp) => {
        const rows: unknown[] = [];
        const report = await tp.sync({
          lists: ['products', 'customers', 'stock', 'orders'],
          store: store(),
          apply: (change) => void rows.push(change),
        });
        return { report, rows };
      },
    ]));
});

it('the memory says what it does not do, and forgets with reset()', async () => {
  const fake = new FakeTradepost({ memory: true });
  const tp = new Tradepost(fake.options);
  await tp.products.create(coffee);
  await tp.customers.create({ type: 'person', name: 'M', external_id: 'C' });
  const order = { customer_external_id: 'C', items: [{ sku: 'CAF-500', quantity: 1 }] };
  const not = [
    () => tp.orders.create({ ...order, coupon_code: 'X' }),
    () => tp.orders.addPayment(1, { amount: 1, method: 'pix' }),
    () => tp.products.list({ sort: 'name' }),
    () => tp.products.list({ category_external_id: 'x' }),
    () => tp.products.export({ format: 'csv' }).text(),
    () => tp.reports.sales({ group_by: 'day', start_date: '2026-01-01', end_date: '2026-01-02' } as never),
  ];
  for (const call of not)
    expect(
      await call().then(
        () => 'nothing',
        (error) => error,
      ),
    ).toMatchObject({ status: 501, attempts: 1 });
  fake.on('addOrderPayment', { body: fake.example('addOrderPayment') });
  expect((await tp.orders.addPayment(1, { amount: 1, method: 'pix' })).id).toBe(
    fake.example('addOrderPayment').id,
  );
  fake.reset();
  expect((await tp.products.list()).data).toEqual([]);
  expect(() => new FakeTradepost({ memry: true } as never)).toThrow('FakeTradepost has no option memry');
});
