import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { DOCUMENT_REVISIONS, type DocumentTable } from '../../server/db/documents/revisions.ts';
import { contract, type Schema } from '../contract-check/contract.ts';
import { requestSamples } from '../contract-check/request-samples.ts';
import { propertiesOf, shapeOf } from '../contract-check/schema-shape.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import type { TestTenant } from '../support/test-environment.ts';
import { plantFor } from './walk-rows.ts';

// SQL functions build the documents, and types don't check those. These tests compare a row of each with its schema.
const documents: [path: string, schema: string][] = [
  ['/products', 'Product'],
  ['/categories', 'Category'],
  ['/customers', 'Customer'],
  ['/orders', 'Order'],
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

/** The shape of each table's document in its first, second … revision. Only append: published shapes never change. */
const SHAPES: Readonly<Record<DocumentTable, readonly string[]>> = {
  products: ['17a314a52a94', 'bb9c4bc4bd46'],
  categories: ['e6020f6d1dc5'],
  customers: ['3ff408be2749', 'be38518f2024'],
  orders: ['af6d1bdcde2e', '5c20a03485e8'],
  stock_movements: ['0eb93d3d7203'],
  price_tables: ['3cd653eafa1f'],
  promotions: ['7a601aacb543'],
  coupons: ['ad8859696ab0'],
};

it.each(Object.keys(STORED) as DocumentTable[])(
  'the document of %s has the shape of its revision',
  (table) => {
    const shape = createHash('sha256')
      .update(shapeOf(schemaOf(STORED[table])).join('\n'))
      .digest('hex')
      .slice(0, 12);
    const revision = DOCUMENT_REVISIONS[table];
    const published = SHAPES[table];
    const raise =
      revision > published.length ? '' : `raise DOCUMENT_REVISIONS.${table} to ${revision + 1} and `;
    const advice = `Clients have the old shape in their caches: ${raise}append '${shape}' to SHAPES.${table}.`;
    expect(published[revision - 1], advice).toBe(shape);
    expect(published).toHaveLength(revision);
  },
);
