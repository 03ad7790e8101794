import { type Schemas, writableFields } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { openJsonObject } from '../../../db/sql/json-object.ts';
import { byText, byTime, equals, named, since } from '../../../db/sql/list-spec.ts';
import { idsIn } from '../../../db/sql/named-filter.ts';
import { removeSql, resourceTable, type StoredRow } from '../../../db/sql/resource-table.ts';
import { findById, statement } from '../../../db/sql/statement.ts';
import { emit } from '../../../events/outbox.ts';
import type { ListOf } from '../../resources/list-handler.ts';
import { stockLevel } from '../stock/level.ts';

export type StoredProduct = StoredRow<Schemas['Product']>;

/** A new product's count is stored in its balance. */
export const products = resourceTable(
  'products',
  writableFields('Product').filter((field) => field !== 'stock'),
);

/** A product as the API shows it: its own document, with the current stock. */
export const withStock = (product: string, stock: string): string =>
  `${openJsonObject(`${product}.document`)} || ',"stock":' || ${stock} || '}'`;

// One look-up for each row of the page. As a join, PostgreSQL read all balances up to the page: at row 99 000 a page took
// 25 times as long as the first one.
export const BALANCE = 'stock_balances b WHERE b.tenant_id = :tenant_id AND b.product_id = p.id';

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
    category_external_id: named(idsIn.categories, 'p.category_id', ['id', 'name']),
    status: equals('p.status', []),
  },
  notDeleted: 'p.deleted_at IS NULL',
};

/** The part of the ETag that changes with the stock. */
export const stockPart = (balance: string): string =>
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
