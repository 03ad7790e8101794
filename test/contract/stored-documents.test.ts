import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { DOCUMENT_REVISIONS, type DocumentTable } from '../../server/db/documents/revisions.ts';
import { contract, type Schema } from '../contract-check/contract.ts';
import { requestSamples } from '../contract-check/request-samples.ts';
import { itemsOf, propertiesOf, propertyOf, shapeOf } from '../contract-check/schema-shape.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import type { TestTenant } from '../support/test-environment.ts';
import { plantFor } from './walk-rows.ts';

// SQL functions build the documents, and types don't check those. These tests compare a row of each with its schema.
const documents: [path: string, schema: string][] = [
  ['/products', 'Product'],
  ['/categories', 'Category'],
  ['/customers', 'Customer'],
  ['/orders', 'ListedOrder'],
  ['/stock', 'StockBalance'],
  ['/stock-movements', 'StockMovement'],
  ['/price-tables', 'PriceTable'],
  ['/price-table-entries/12', 'PriceTableEntry'],
  ['/promotions', 'Promotion'],
  ['/coupons', 'Coupon'],
  ['/coupon-redemptions/21', 'CouponRedemption'],
];

const environment = sharedEnvironment();
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await environment().tenant();
  const sample = requestSamples.find(({ operationId }) => operationId === 'listProducts')!;
  await plantFor(sample, environment(), tenant.tenantId);
  const { tp } = tenant;
  await tp.products.adjustStock(1001, { mode: 'delta', quantity: 1, reason: 'count' });
  await tp.priceTables.setEntries(12, { entries: [{ product_id: 1001, price: 9 }] });
  await tp.orders.create({
    customer_id: 77,
    items: [{ product_id: 1001, quantity: 1 }],
    coupon_code: 'BEMVINDO10',
  });
});

const schemaOf = (name: string): Schema => contract.components.schemas[name]!;

it.each(documents)('a row of %s has all fields of %s and no others', async (path, schema) => {
  const response = await tenant.request('GET', path);
  const { data } = (await response.json()) as { data: object[] };
  expect(Object.keys(data[0]!).sort()).toEqual(propertiesOf(schemaOf(schema)).sort());
});

/** An object whose `type` decides which of its members it has. */
const isVariant = (names: readonly string[]): boolean => names.includes('type') && !names.includes('id');

/** The members that objects inside a value lack, by the schema. Names of metadata are the clients'. */
function missingIn(value: unknown, schema: Schema, place = ''): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value))
    return value.flatMap((item, i) => missingIn(item, itemsOf(schema)!, `${place}/${i}`));
  const names = propertiesOf(schema);
  const missing = isVariant(names)
    ? []
    : names.filter((name) => !(name in value)).map((name) => `${place}/${name}`);
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, member]) => {
      const property = propertyOf(schema, name);
      return property ? missingIn(member, property, `${place}/${name}`) : [];
    }),
  ];
}

const street = { street: 'Rua XV', city: 'Curitiba', country: 'BR' };

it('has every key of its schema, at every depth, also where little was sent', async () => {
  const shop = await environment().tenant();
  const customer = await shop.tp.customers.create({
    type: 'person',
    name: 'Maria',
    addresses: [street, street],
  });
  const discount = { type: 'percentage', percentage: 1 } as const;
  const promotion = await shop.tp.promotions.create({ name: 'P', discount, conditions: { min_amount: 1 } });
  const product = await shop.tp.products.create({
    name: 'Café',
    sku: 'CAF',
    price: 10,
    weight_kg: 1,
    track_stock: false,
  });
  const order = await shop.tp.orders.create({
    customer_id: customer.id,
    items: [{ sku: 'CAF', quantity: 1 }],
    ...{ shipping: { address: street }, salesperson: { name: 'Ana' }, fiscal_document: { number: '1' } },
    payment_terms: [{ due_date: '2026-03-01', amount: 9.9 }],
  });
  const rows: [string, object][] = [
    ['Customer', customer],
    ['Promotion', promotion],
    ['Product', product],
    ['Order', order],
  ];
  expect(rows.flatMap(([name, row]) => missingIn(row, schemaOf(name), name))).toEqual([]);
  const { addresses, version } = await shop.tp.customers.update(customer.id, { addresses: [street, street] });
  expect([addresses, version]).toEqual([customer.addresses, 1]);
  expect((await shop.tp.promotions.update(promotion.id, { conditions: { min_amount: 1 } })).version).toBe(1);
  expect((await shop.tp.orders.update(order.id, { shipping: { address: street } })).version).toBe(1);
});

/** The shipping as a release before wrote it, and as its migration filled it. */
const OLDER_ADDRESS = [
  `replace(shipping::text, ',"recipient":null,"phone":null,"tax_id":null', '')`,
  `SELECT json_object_agg(key, CASE key WHEN 'address' THEN (
     SELECT json_object_agg(a.key, a.value) FROM json_each(value) a WHERE a.key NOT IN ('recipient', 'phone', 'tax_id')
   ) ELSE value END) FROM json_each(shipping)`,
];

it('completes rows from before, which have only what was sent', async () => {
  const shop = await environment().tenant();
  const customer = await shop.tp.customers.create({
    type: 'person',
    name: 'Maria',
    addresses: [street, street],
  });
  const discount = { type: 'percentage', percentage: 1 } as const;
  const promotion = await shop.tp.promotions.create({ name: 'P', discount, status: 'inactive' });
  const { db } = environment().context;
  await db.query('UPDATE customers SET addresses = $2 WHERE id = $1', [
    customer.id,
    JSON.stringify([street, street]),
  ]);
  await shop.tp.products.create({ name: 'Café', sku: 'CAF', price: 10, track_stock: false });
  const order = await shop.tp.orders.create({
    customer_id: customer.id,
    items: [{ sku: 'CAF', quantity: 1 }],
    shipping: { address: { ...street, complement: 'x}"recipient":' } },
  });
  for (const stored of OLDER_ADDRESS) {
    await db.query(`UPDATE orders SET shipping = (${stored})::json WHERE id = $1`, [order.id]);
    expect(await shop.tp.orders.get(order.id)).toEqual(order);
  }
  await db.query(`UPDATE promotions SET conditions = '{}' WHERE id = $1`, [promotion.id]);
  expect(await shop.tp.customers.get(customer.id)).toEqual(customer);
  expect(await shop.tp.promotions.get(promotion.id)).toEqual(promotion);
  const ndjson = await (await shop.request('GET', '/exports/customers?format=ndjson')).text();
  expect(ndjson.trim().split('\n')).toHaveLength(1);
});

const STORED: Readonly<Record<DocumentTable, string>> = {
  products: 'Product',
  categories: 'Category',
  customers: 'Customer',
  orders: 'Order',
  stock_movements: 'StockMovement',
  price_tables: 'PriceTable',
  promotions: 'Promotion',
  coupons: 'Coupon',
};

/** What a response adds to the document, from other rows. */
const LOOKED_UP: Partial<Record<DocumentTable, readonly string[]>> = {
  stock_movements: ['order_external_id', 'product_external_id', 'sku'],
};

/** The shape of each table's document in its first, second … revision. Only append: published shapes never change. */
const SHAPES: Readonly<Record<DocumentTable, readonly string[]>> = {
  products: ['17a314a52a94', 'bb9c4bc4bd46'],
  categories: ['e6020f6d1dc5'],
  customers: ['3ff408be2749', 'be38518f2024', 'be38518f2024'],
  orders: [
    'af6d1bdcde2e',
    '5c20a03485e8',
    '5c20a03485e8',
    'a32c06320bd3',
    '6123f71b6819',
    '5f6c7f763611',
    '5f6c7f763611',
  ],
  stock_movements: ['0eb93d3d7203'],
  price_tables: ['3cd653eafa1f'],
  promotions: ['7a601aacb543', '7a601aacb543'],
  coupons: ['ad8859696ab0'],
};

it.each(Object.keys(STORED) as DocumentTable[])(
  'the document of %s has the shape of its revision',
  (table) => {
    const stored = shapeOf(schemaOf(STORED[table])).filter((name) => !LOOKED_UP[table]?.includes(name));
    const shape = createHash('sha256').update(stored.join('\n')).digest('hex').slice(0, 12);
    const revision = DOCUMENT_REVISIONS[table];
    const published = SHAPES[table];
    const raise =
      revision > published.length
        ? ''
        : `write "-- revision ${revision + 1}" into the first line of ${table}.sql and `;
    const advice = `Clients have the old shape in their caches: ${raise}append '${shape}' to SHAPES.${table}.`;
    expect(published[revision - 1], advice).toBe(shape);
    expect(published).toHaveLength(revision);
  },
);
