import type { Schemas, WritableFields } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { findById } from '../../../db/sql/find-by-id.ts';
import { openJsonObject } from '../../../db/sql/json-object.ts';
import { byText, byTime, equals, since } from '../../../db/sql/list-spec.ts';
import {
  insertParameters,
  insertSql,
  removeSql,
  resourceTable,
  type StoredRow,
  updateSql,
} from '../../../db/sql/resource-table.ts';
import { statement } from '../../../db/sql/statement.ts';
import { emit } from '../../../events/outbox.ts';
import type { ListOf } from '../../resources/list-handler.ts';
import { stockLevel } from '../stock/level.ts';

export type StoredProduct = StoredRow<Schemas['Product']>;

/** A product's first count is stored in its balance. */
type Columns = Omit<WritableFields<'Product'>, 'stock'>;

export const products = resourceTable<Columns>('products', {
  external_id: 'scalar',
  name: 'scalar',
  sku: 'scalar',
  price: 'scalar',
  description: 'scalar',
  category_id: 'scalar',
  brand: 'scalar',
  status: 'scalar',
  unit: 'scalar',
  cost_price: 'scalar',
  gtin: 'scalar',
  ncm: 'scalar',
  cest: 'scalar',
  origin: 'scalar',
  tax_unit: 'scalar',
  weight_kg: 'scalar',
  dimensions: 'json',
  track_stock: 'scalar',
  allow_backorder: 'scalar',
  min_stock: 'scalar',
  image_urls: 'json',
  metadata: 'json',
});

/** A product as the API shows it: its own document, with the current stock. */
export const withStock = (product: string, stock: string): string =>
  `${openJsonObject(`${product}.document`)} || ',"stock":' || ${stock} || '}'`;

// One look-up for each row of the page. As a join, PostgreSQL read all balances up to the page: at row 99 000 a page took
// 25 times as long as the first one.
export const BALANCE = 'stock_balances b WHERE b.tenant_id = p.tenant_id AND b.product_id = p.id';

export const productList: ListOf<'listProducts'> = {
  operation: 'listProducts',
  name: 'products',
  from: 'products p',
  tenant: 'p.tenant_id',
  id: 'p.id',
  document: withStock('p', `(SELECT ${stockLevel('b')} FROM ${BALANCE})`),
  large: 'p.document',
  updated: 'p.updated_at',
  sorts: { id: 'id', updated_at: byTime('p.updated_at'), name: byText('p.name') },
  filters: {
    updated_since: since('p.updated_at', ['updated_at']),
    external_id: equals('p.external_id'),
    sku: equals('p.sku'),
    category_id: equals('p.category_id', ['id', 'name']),
    status: equals('p.status', []),
  },
  notDeleted: 'p.deleted_at IS NULL',
};

/** The part of the ETag that changes with the stock. */
const stockPart = (balance: string): string =>
  `trim_scale(${balance}.on_hand) || '/' || trim_scale(${balance}.reserved)`;

export const findProduct = findById<StoredProduct>(
  'get product',
  `SELECT p.id, p.version, (SELECT ${stockPart('b')} FROM ${BALANCE}) AS part, ${productList.document} AS document
   FROM products p WHERE p.tenant_id = :tenant_id AND p.deleted_at IS NULL`,
  'p.id',
);

/** SQL for the data of a product's events. */
export const productEvent = (row: string) => ({
  product_id: `${row}.id`,
  sku: `to_json(${row}.sku)`,
  product: `${row}.document`,
});

const insert = statement(
  'insert product',
  `WITH row AS (${insertSql(products)}),
     balance AS (
       INSERT INTO stock_balances (tenant_id, product_id, on_hand) SELECT tenant_id, id, :on_hand::numeric FROM row
       RETURNING *
     ), movement AS (
       INSERT INTO stock_movements (
         tenant_id, product_id, type, quantity, on_hand_after, reserved_after, reason, actor)
       SELECT tenant_id, product_id, 'adjustment', on_hand, on_hand, 0, 'initial', :actor FROM balance WHERE on_hand > 0
     )
   SELECT row.id, row.version, ${stockPart('balance')} AS part, ${withStock('row', stockLevel('balance'))} AS document,
     ${emit('product.created', productEvent('row'), 'row.tenant_id')} AS event_id FROM row, balance`,
);

/** Writes the product with its balance, and a movement if there is something on hand. */
export async function insertProduct(
  tx: Transaction,
  { tenantId, actor }: { readonly tenantId: number; readonly actor: string },
  { stock, ...body }: Schemas['ProductCreate'],
): Promise<StoredProduct> {
  const row = insertParameters(products, tenantId, body);
  return (await insert<StoredProduct>(tx, { on_hand: stock?.on_hand ?? 0, actor, ...row }))[0]!;
}

/** `changes` must not be empty: the event tells which fields changed. */
export async function updateProduct(
  tx: Transaction,
  tenantId: number,
  id: number,
  changes: Partial<Schemas['ProductUpdate']>,
): Promise<StoredProduct> {
  const update = updateSql(products, tenantId, id, changes);
  const fields = `$${update.bindings.length + 1}`;
  const data = { ...productEvent('row'), changed_fields: `to_json(${fields}::text[])` };
  const [row] = await tx.query<StoredProduct>(
    `WITH row AS (${update.sql})
     SELECT row.id, row.version, ${stockPart('b')} AS part, ${withStock('row', stockLevel('b'))} AS document,
       ${emit('product.updated', data, 'row.tenant_id')} AS event_id
     FROM row JOIN stock_balances b ON b.tenant_id = row.tenant_id AND b.product_id = row.id`,
    [...update.bindings, Object.keys(changes)],
  );
  return row!;
}

const remove = statement(
  'delete product',
  `WITH row AS (${removeSql(products)}), balance AS (
     UPDATE stock_balances b SET deleted_at = row.deleted_at, updated_at = statement_timestamp() FROM row
     WHERE b.tenant_id = :tenant_id AND b.product_id = row.id
   )
   SELECT row.id, ${emit('product.deleted', productEvent('row'), 'row.tenant_id')} AS event_id FROM row`,
);

export async function removeProduct(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await remove(tx, { tenant_id: tenantId, id });
}
