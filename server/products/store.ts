import type { Schemas } from '../contract.ts';
import { byText, byTime, equals, type ListSpec, since } from '../db/listing.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import {
  firstRow,
  insertSql,
  insertValues,
  removeSql,
  resourceTable,
  type StoredRow,
  updateSql,
} from '../db/resource-table.ts';
import { stockLevel } from '../stock/level.ts';
import { emit } from '../webhooks/outbox.ts';

export type StoredProduct = StoredRow<Schemas['Product']>;

export const products = resourceTable(
  'products',
  [
    'external_id',
    'name',
    'sku',
    'price',
    'description',
    'category_id',
    'brand',
    'status',
    'unit',
    'cost_price',
    'gtin',
    'ncm',
    'weight_kg',
    'dimensions',
    'track_stock',
    'allow_backorder',
    'min_stock',
    'image_urls',
    'metadata',
  ],
  ['dimensions', 'image_urls', 'metadata'],
);

/** A product as the API shows it: its own document with the stock as it is now. */
const withStock = (product: string, balance: string): string =>
  `left(${product}.document, -1) || ',"stock":' || ${stockLevel(balance)} || '}'`;

export const productList: ListSpec = {
  name: 'products',
  from: 'products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id',
  tenant: 'p.tenant_id',
  id: 'p.id',
  document: withStock('p', 'b'),
  sorts: { id: 'id', updated_at: byTime('p.updated_at'), name: byText('p.name') },
  filters: {
    updated_since: since('p.updated_at'),
    external_id: equals('p.external_id'),
    sku: equals('p.sku'),
    category_id: equals('p.category_id'),
    status: equals('p.status'),
  },
  notDeleted: 'p.deleted_at IS NULL',
};

const get = statement(
  'products get',
  `SELECT p.id, p.version, ${productList.document} AS document FROM ${productList.from}
   WHERE p.tenant_id = $1 AND p.id = $2 AND p.deleted_at IS NULL`,
);

export const findProduct = (db: Querier, tenantId: number, id: number): Promise<StoredProduct | undefined> =>
  firstRow<StoredProduct>(db, get, [tenantId, id]);

const eventData = (row: string): string =>
  `'{"product_id":' || ${row}.id || ',"sku":' || to_json(${row}.sku) || ',"product":' || ${row}.document || '}'`;

const insert = statement(
  'products insert',
  `WITH row AS (${insertSql(products)}),
     balance AS (INSERT INTO stock_balances (tenant_id, product_id) SELECT tenant_id, id FROM row RETURNING *)
   SELECT row.id, row.version, ${withStock('row', 'balance')} AS document,
     ${emit('product.created', eventData('row'))} AS event_id FROM row, balance`,
);

export async function insertProduct(
  tx: Transaction,
  tenantId: number,
  body: Schemas['ProductCreate'],
): Promise<StoredProduct> {
  return (await firstRow<StoredProduct>(tx, insert, insertValues(products, tenantId, body)))!;
}

/** Changes must not be empty: the event tells which fields changed. */
export async function updateProduct(
  tx: Transaction,
  tenantId: number,
  id: number,
  changes: Partial<Schemas['ProductUpdate']>,
): Promise<StoredProduct> {
  const update = updateSql(products, tenantId, id, changes);
  const fields = `$${update.bindings.length + 1}`;
  const data = `left(${eventData('row')}, -1) || ',"changed_fields":' || to_json(${fields}::text[]) || '}'`;
  const row = await firstRow<StoredProduct>(
    tx,
    `WITH row AS (${update.sql})
     SELECT row.id, row.version, ${withStock('row', 'b')} AS document,
       ${emit('product.updated', data, 'row.tenant_id')} AS event_id
     FROM row JOIN stock_balances b ON b.tenant_id = row.tenant_id AND b.product_id = row.id`,
    [...update.bindings, Object.keys(changes)],
  );
  return row!;
}

const remove = statement(
  'products remove',
  `WITH row AS (${removeSql(products)})
   SELECT row.id, ${emit('product.deleted', eventData('row'))} AS event_id FROM row`,
);

export async function removeProduct(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await tx.query(remove, [tenantId, id]);
}
