import type {
  OrderCreate,
  OrderQuery,
  ProductQuery,
  StockMovementQuery,
  StockQuery,
  Tradepost,
} from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { allRows } from '../../support/all-rows.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

const KEY = '41260211222333000181550010000005671836102749';
const OTHER_KEY = '41260211222333000181550010000005681836102746';

type Shop = Awaited<ReturnType<typeof shop>>;

async function shop() {
  const { tp, tenantId } = await environment().tenant();
  const { id: category_id } = await tp.categories.create({ name: 'Cafés', external_id: 'C-CAFE' });
  const { id: parent_id } = await tp.categories.create({ name: 'Chás', external_id: 'C-CHA' });
  await tp.categories.create({ name: 'Chás verdes', parent_id });
  const [a, b] = [
    await stocked(tp, 10, { category_id, external_id: 'P-A' }),
    await stocked(tp, 0, { status: 'inactive' }),
  ];
  await stocked(tp, 7);
  const [maria, jose] = [
    await buyer(tp),
    await tp.customers.create({
      type: 'person',
      name: 'José',
      email: 'Jose@Example.com',
      status: 'inactive',
    }),
  ];
  await tp.customers.update(maria.id, { external_id: 'ERP-MARIA', tax_id: '52998224725' });
  await tp.coupons.create({ code: 'Dez', discount: { type: 'percentage', percentage: 10 } });
  const order = (external_id: string, more: Partial<OrderCreate> = {}) =>
    tp.orders.create({ customer_id: maria.id, external_id, items: [{ sku: a.sku, quantity: 1 }], ...more });
  const first = await order('O-1');
  const second = await order('O-2', {
    placed_at: '2025-12-24T18:00:00.000-03:00',
    coupon_code: 'DEZ',
    channel: 'loja',
    salesperson: { name: 'Ana Lima', external_id: 'V-07' },
    fiscal_document: { access_key: KEY },
  });
  await environment().context.db.query(
    "UPDATE orders SET created_at = '2026-01-31T12:00:00Z' WHERE tenant_id = $1 AND id = $2",
    [tenantId, first.id],
  );
  return { tp, a, b, maria, jose, first, second, category_id, parent_id };
}

let made: Promise<Shop> | undefined;
/** One for all tests that only read. */
const readShop = (): Promise<Shop> => (made ??= shop());

const productsWhere: [string, (shop: Shop) => ProductQuery, (shop: Shop) => unknown[]][] = [
  ['sku', ({ b }) => ({ sku: b.sku }), ({ b }) => [b.id]],
  ['category_id', ({ category_id }) => ({ category_id }), ({ a }) => [a.id]],
  [
    'category_external_id',
    () => ({ category_external_id: 'C-CAFE', sort: '-updated_at' }),
    ({ a }) => [a.id],
  ],
  ['an unknown category_external_id', () => ({ category_external_id: 'C-NO' }), () => []],
  [
    'another category by both ids',
    ({ category_id }) => ({ category_id, category_external_id: 'C-CHA' }),
    () => [],
  ],
  ['status', () => ({ status: 'inactive' }), ({ b }) => [b.id]],
  ['sku and status', ({ a }) => ({ sku: a.sku, status: 'inactive' }), () => []],
];

const ordersWhere: [string, (shop: Shop) => OrderQuery, (shop: Shop) => unknown[]][] = [
  [
    'customer_id',
    ({ maria }) => ({ customer_id: maria.id, sort: '-id' }),
    ({ first, second }) => [second.id, first.id],
  ],
  ['another customer_id', ({ jose }) => ({ customer_id: jose.id }), () => []],
  ['status', () => ({ status: 'Pending' }), ({ first, second }) => [first.id, second.id]],
  ['another status', () => ({ status: 'Canceled' }), () => []],
  [
    'several statuses',
    () => ({ status: ['Canceled', 'Pending'] }),
    ({ first, second }) => [first.id, second.id],
  ],
  ['several others', () => ({ status: ['Canceled', 'Delivered'] }), () => []],
  [
    'customer_external_id',
    () => ({ customer_external_id: 'ERP-MARIA', sort: '-id', limit: 1 }),
    ({ second }) => [second.id],
  ],
  ['an unknown customer_external_id', () => ({ customer_external_id: 'erp-maria' }), () => []],
  [
    'customer_tax_id',
    () => ({ customer_tax_id: ' 529.982.247-25' }),
    ({ first, second }) => [first.id, second.id],
  ],
  ['an unknown customer_tax_id', () => ({ customer_tax_id: '11144477735' }), () => []],
  ['product_external_id', () => ({ product_external_id: 'P-A', limit: 1 }), ({ first }) => [first.id]],
  ['product_id', ({ a }) => ({ product_id: a.id }), ({ first, second }) => [first.id, second.id]],
  ['another product_id', ({ b }) => ({ product_id: b.id }), () => []],
  ['payment_status', () => ({ payment_status: 'unpaid' }), ({ first, second }) => [first.id, second.id]],
  ['several payment statuses', () => ({ payment_status: ['paid', 'refunded'] }), () => []],
  ['channel', () => ({ channel: 'loja' }), ({ second }) => [second.id]],
  ['salesperson_external_id', () => ({ salesperson_external_id: 'V-07' }), ({ second }) => [second.id]],
  ['access_key', () => ({ access_key: `NFe${KEY}` }), ({ second }) => [second.id]],
  ['another access_key', () => ({ access_key: OTHER_KEY }), () => []],
  ['another salesperson', () => ({ salesperson_external_id: 'V-08', sort: '-updated_at' }), () => []],
  ['sku', ({ a }) => ({ sku: a.sku, limit: 1 }), ({ first }) => [first.id]],
  ['another sku', ({ b }) => ({ sku: b.sku }), () => []],
  ['another channel', () => ({ channel: 'Loja' }), () => []],
  ['coupon_code, in any case', () => ({ coupon_code: 'dEz' }), ({ second }) => [second.id]],
  ['placed_before', () => ({ placed_before: '2025-12-24T21:00:00.001Z' }), ({ second }) => [second.id]],
  ['placed_before, that time excluded', () => ({ placed_before: '2025-12-24T21:00:00.000Z' }), () => []],
  ['placed_since', () => ({ placed_since: '2025-12-24T21:00:00.001Z' }), ({ first }) => [first.id]],
  ['updated_before', ({ second }) => ({ updated_before: second.updated_at }), ({ first }) => [first.id]],
  ['external_id', () => ({ external_id: 'O-2' }), ({ second }) => [second.id]],
  ['created_since', () => ({ created_since: '2026-01-31T12:00:00.001Z' }), ({ second }) => [second.id]],
  [
    'created_since, that time included',
    () => ({ created_since: '2026-01-31T12:00:00.000Z' }),
    ({ first, second }) => [first.id, second.id],
  ],
  ['created_before', () => ({ created_before: '2026-01-31T12:00:00.001Z' }), ({ first }) => [first.id]],
  ['created_before, that time excluded', () => ({ created_before: '2026-01-31T12:00:00.000Z' }), () => []],
  [
    'updated_since',
    ({ second }) => ({ updated_since: second.updated_at, sort: '-updated_at' }),
    ({ second }) => [second.id],
  ],
];

const stockWhere: [string, (shop: Shop) => StockQuery, (shop: Shop) => unknown[]][] = [
  ['sku', ({ a }) => ({ sku: a.sku }), ({ a }) => [[a.id, 10, 2, 8]]],
  ['product_id', ({ b }) => ({ product_id: b.id }), ({ b }) => [[b.id, 0, 0, 0]]],
  ['external_id', () => ({ external_id: 'P-A' }), ({ a }) => [[a.id, 10, 2, 8]]],
  [
    '-product_id',
    () => ({ sort: '-product_id', limit: 2 }),
    ({ b }) => [
      [b.id + 1, 7, 0, 7],
      [b.id, 0, 0, 0],
    ],
  ],
  [
    'updated_since',
    ({ first }) => ({ updated_since: first.updated_at, sort: '-updated_at' }),
    ({ a }) => [[a.id, 10, 2, 8]],
  ],
];

const movementsWhere: [string, (shop: Shop) => StockMovementQuery, unknown[]][] = [
  ['product_id', ({ a }) => ({ product_id: a.id }), [10, 1, 1]],
  ['order_id', ({ second }) => ({ order_id: second.id }), [1]],
  ['product_external_id', () => ({ product_external_id: 'P-A' }), [10, 1, 1]],
  ['sku', ({ a }) => ({ sku: a.sku }), [10, 1, 1]],
  ['order_external_id', () => ({ order_external_id: 'O-2' }), [1]],
  ['both, newest first', ({ a, first }) => ({ product_id: a.id, order_id: first.id, sort: '-id' }), [1]],
  ['neither, newest first', () => ({ sort: '-id' }), [1, 1, 7, 10]],
];

const ids = async (list: PromiseLike<{ data: { id: number }[] }>) => (await list).data.map(({ id }) => id);

describe('a filter', () => {
  it.each(productsWhere)('of products by %s finds the matching rows', async (_name, query, found) => {
    const it = await readShop();
    expect(await ids(it.tp.products.list(query(it)))).toEqual(found(it));
  });

  it.each(ordersWhere)('of orders by %s finds the matching rows', async (_name, query, found) => {
    const it = await readShop();
    expect(await ids(it.tp.orders.list(query(it)))).toEqual(found(it));
  });

  it.each(stockWhere)('of stock by %s finds the matching rows', async (_name, query, found) => {
    const it = await readShop();
    const rows = (await it.tp.stock.list(query(it))).data;
    expect(
      rows.map(({ product_id, on_hand, reserved, available }) => [product_id, on_hand, reserved, available]),
    ).toEqual(found(it));
  });

  it.each(movementsWhere)('of the ledger by %s finds the matching rows', async (_name, query, quantities) => {
    const it = await readShop();
    expect((await it.tp.stock.movements(query(it))).data.map(({ quantity }) => quantity)).toEqual(quantities);
    const paged = await allRows(it.tp.stock.movements({ ...query(it), limit: 1 }));
    expect(paged.map(({ quantity }) => quantity)).toEqual(quantities);
  });

  it('of categories by parent_id and slug finds the matching rows', async () => {
    const { tp, parent_id } = await readShop();
    const names = async (list: ReturnType<Tradepost['categories']['list']>) =>
      (await list).data.map(({ name }) => name);
    expect(await names(tp.categories.list({ parent_id }))).toEqual(['Chás verdes']);
    expect(await names(tp.categories.list({ parent_external_id: 'C-CHA' }))).toEqual(['Chás verdes']);
    expect(await names(tp.categories.list({ slug: 'chas' }))).toEqual(['Chás']);
    expect(await names(tp.categories.list({ slug: 'chas', parent_id }))).toEqual([]);
  });

  it('by your id finds the entries of a price table, the redemptions of a customer, and the payments of an order', async () => {
    const { tp, a, first, second, maria } = await shop();
    const table = await tp.priceTables.create({ name: 'A', code: 'A', kind: 'fixed' });
    await tp.priceTables.setEntries(table.id, { entries: [{ external_id: 'P-A', price: 9 }] });
    const entries = await tp.priceTables.entries(table.id, { product_external_id: 'P-A' });
    expect(entries.data).toMatchObject([{ price: 9 }]);
    expect((await tp.priceTables.entries(table.id, { product_external_id: 'P-B' })).data).toEqual([]);
    expect((await tp.priceTables.entries(table.id, { sku: a.sku })).data).toMatchObject([{ price: 9 }]);
    const { data: coupons } = await tp.coupons.list();
    const redemptions = await tp.coupons.redemptions(coupons[0]!.id, { customer_external_id: 'ERP-MARIA' });
    expect(redemptions.data).toMatchObject([{ order_id: second.id, customer_id: maria.id }]);
    await tp.orders.addPayment(first.id, { amount: 1, method: 'pix' });
    await tp.orders.addPayment(second.id, { amount: 2, method: 'pix', reference: 'E-2' });
    const payments = await tp.orders.payments({ order_external_id: 'O-1' });
    expect(payments.data).toMatchObject([{ order_id: first.id, amount: 1 }]);
    const referred = await tp.orders.payments({ reference: ' E-2' });
    expect(referred.data).toMatchObject([{ order_id: second.id, order_external_id: 'O-2' }]);
    await tp.orders.refund(second.id, { amount: 1, reason: 'r', reference: 'D-2' });
    expect((await tp.orders.refunds({ reference: 'D-2' })).data).toMatchObject([{ amount: 1 }]);
    expect((await tp.orders.refunds({ reference: 'E-2' })).data).toEqual([]);
  });

  it("finds a deleted row's, and those of the one that has its name now", async () => {
    const { tp } = await environment().tenant();
    const named = { external_id: 'P-A', sku: 'A' };
    const buyerOf = { external_id: 'K-A', tax_id: '52998224725' };
    const sold: number[] = [];
    for (const _again of [1, 2, 3]) {
      const product = await stocked(tp, 10, named);
      const customer = await tp.customers.create({ type: 'person', name: 'Ana', ...buyerOf });
      const order = { customer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] };
      const { id } = await tp.orders.create(order);
      sold.push(id);
      for (const query of [
        ...[
          { customer_external_id: 'K-A' },
          { customer_tax_id: '529.982.247-25' },
          { product_external_id: 'P-A' },
        ],
        { customer_tax_id: '52998224725', product_external_id: 'P-A' },
      ])
        expect((await allRows(tp.orders.list({ ...query, limit: 1 }))).map(({ id }) => id)).toEqual(sold);
      const ofProduct = await allRows(tp.stock.movements({ product_external_id: 'P-A', limit: 1 }));
      // The count, the reservation and, of those before, its release.
      expect(ofProduct).toHaveLength(3 * sold.length - 1);
      await tp.orders.setStatus(id, { status: 'Canceled' });
      await tp.products.delete(product.id);
      await tp.customers.delete(customer.id);
    }
    const withDeleted = { include_deleted: true } as const;
    for (const query of [{ external_id: 'P-A' }, { sku: 'A' }])
      expect((await tp.stock.list({ ...query, ...withDeleted })).data).toHaveLength(3);
  });

  it('of coupons by promotion, and of customers by price table, finds the matching rows', async () => {
    const { tp, jose } = await shop();
    const promotion = await tp.promotions.create({
      ...{ external_id: 'M-1', name: 'Dez', requires_coupon: true },
      discount: { type: 'percentage', percentage: 10 },
    });
    const { id } = await tp.coupons.create({ code: 'VALE', promotion_id: promotion.id });
    const table = await tp.priceTables.create({ name: 'A', code: 'A', kind: 'fixed', external_id: 'T-1' });
    await tp.customers.update(jose.id, { price_table_id: table.id });
    for (const query of [{ promotion_id: promotion.id }, { promotion_external_id: 'M-1' }])
      expect(await ids(tp.coupons.list({ ...query, sort: '-updated_at' }))).toEqual([id]);
    for (const query of [{ price_table_id: table.id }, { price_table_external_id: 'T-1' }])
      expect(await ids(tp.customers.list(query))).toEqual([jose.id]);
    expect(await ids(tp.coupons.list({ promotion_external_id: 'M-2' }))).toEqual([]);
    expect(await ids(tp.customers.list({ price_table_external_id: 'T-2' }))).toEqual([]);
  });

  it('of customers by status, and by email in any letter case, finds the matching rows', async () => {
    const { tp, jose, maria } = await readShop();
    for (const email of ['jose@example.com', 'JOSE@EXAMPLE.COM'])
      expect(await ids(tp.customers.list({ email }))).toEqual([jose.id]);
    expect(await ids(tp.customers.list({ status: 'active' }))).toEqual([maria.id]);
    expect(await ids(tp.customers.list({ status: 'active', email: 'jose@example.com' }))).toEqual([]);
  });
});
