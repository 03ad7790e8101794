import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

/** A customer with a price table has bought a product. Each has an id of the ERP's. */
async function soldShop() {
  const tenant = await environment().tenant();
  const { tp, request } = tenant;
  const category = await tp.categories.create({ name: 'Cafés', external_id: 'G-1' });
  const product = { name: 'Café', sku: 'CAF', price: 10, external_id: 'P-1', category_id: category.id };
  const { id: product_id } = await tp.products.create({ ...product, stock: { on_hand: 9 } });
  const table = await tp.priceTables.create({ name: 'A', code: 'A', kind: 'fixed', external_id: 'T-1' });
  await tp.priceTables.setEntries(table.id, { entries: [{ product_id, price: 8 }] });
  const customer = await tp.customers.create({ type: 'person', name: 'Maria', external_id: 'C-1' });
  const items = [{ product_id, quantity: 1 }];
  const order = { customer_id: customer.id, price_table_id: table.id, items };
  await tp.orders.create({ ...order, placed_at: '2026-02-01T12:00:00Z' });
  const textOf = async (path: string) => (await request('GET', path)).text();
  return { ...tenant, table, customer, product_id, textOf };
}

it('orders say what the integrator calls their customer and price table today', async () => {
  const { tp, table, customer, product_id, textOf } = await soldShop();
  await tp.orders.create({ customer_id: customer.id, items: [{ product_id, quantity: 1 }] });
  const named = async () =>
    (await tp.orders.list({ sort: 'id' })).data.map((order) => [
      order.customer_external_id,
      order.price_table_external_id,
    ]);
  expect(await named()).toEqual([
    ['C-1', 'T-1'],
    ['C-1', null],
  ]);
  expect(await textOf('/exports/orders?format=csv')).toMatch(
    /,customer_external_id,price_table_external_id,surplus_refunded_total\r\n.*,C-1,T-1,0\r\n.*,C-1,,0\r\n$/s,
  );
  const before = (await tp.orders.list({ sort: 'id' })).data[0]!;
  await tp.customers.update(customer.id, { external_id: 'C "2" ç' });
  await tp.priceTables.update(table.id, { external_id: null });
  expect((await named())[0]).toEqual(['C "2" ç', null]);
  const after = (await tp.orders.list({ sort: 'id' })).data[0]!;
  expect([after.version, after.updated_at]).toEqual([before.version, before.updated_at]);
});

it('the entries of a price table name their products as the integrator does', async () => {
  const { tp, table, textOf } = await soldShop();
  const entry = { min_quantity: 0, price: 8, product_external_id: 'P-1', sku: 'CAF' };
  expect((await tp.priceTables.entries(table.id)).data).toMatchObject([entry]);
  expect(await textOf(`/exports/price-table-entries/${table.id}?format=csv`)).toMatch(
    /^product_id,min_quantity,price,product_external_id,sku\r\n\d+,0,8,P-1,CAF\r\n$/,
  );
});

it.each([
  ['product', { product_external_id: 'P-1' }],
  ['customer', { customer_external_id: 'C-1' }],
  ['category', { category_external_id: 'G-1' }],
])('the report by %s names its rows as the integrator does, in the last column', async (group_by, row) => {
  const { textOf } = await soldShop();
  const path = `/reports/sales?group_by=${group_by}&start_date=2026-02-01&end_date=2026-02-28`;
  expect(JSON.parse(await textOf(path))).toMatchObject({ rows: [row] });
  const [[name, value]] = Object.entries(row) as [[string, string]];
  const [header = '', line = ''] = (await textOf(`${path}&format=csv`)).split('\r\n');
  expect([header.split(',').at(-1), line.split(',').at(-1)]).toEqual([name, value]);
});
