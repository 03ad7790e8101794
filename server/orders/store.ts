import type { Schemas } from '../contract.ts';
import { byTime, equals, type ListSpec, since } from '../db/listing.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow, type StoredRow } from '../db/resource-table.ts';

export type StoredOrder = StoredRow<Schemas['Order']>;

export const orderList: ListSpec = {
  name: 'orders',
  from: 'orders o',
  tenant: 'o.tenant_id',
  id: 'o.id',
  document: 'o.document',
  sorts: { id: 'id', updated_at: byTime('o.updated_at') },
  filters: {
    updated_since: since('o.updated_at'),
    external_id: equals('o.external_id'),
    customer_id: equals('o.customer_id'),
    status: equals('o.status'),
    created_since: since('o.created_at'),
    created_before: (placeholder) => `o.created_at < ${placeholder}::timestamptz`,
  },
};

const get = statement(
  'orders get',
  'SELECT id, version, document FROM orders WHERE tenant_id = $1 AND id = $2',
);

export const findOrder = (db: Querier, tenantId: number, id: number): Promise<StoredOrder | undefined> =>
  firstRow<StoredOrder>(db, get, [tenantId, id]);

/** What an order has to know of a product. The price is PostgreSQL's decimal text. */
export interface SellableProduct {
  readonly id: number;
  readonly sku: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly price: string;
  readonly status: string;
  readonly track_stock: boolean;
  readonly allow_backorder: boolean;
}

const findSellable = statement(
  'orders sellable',
  `SELECT id, sku, external_id, name, price, status, track_stock, allow_backorder FROM products
   WHERE tenant_id = $1 AND deleted_at IS NULL
     AND (id = ANY ($2::int[]) OR sku = ANY ($3::text[]) OR external_id = ANY ($4::text[]))`,
);

export function findSellableProducts(
  tx: Transaction,
  tenantId: number,
  names: { ids: readonly number[]; skus: readonly string[]; externalIds: readonly string[] },
): Promise<SellableProduct[]> {
  return tx.query<SellableProduct>(findSellable, [tenantId, names.ids, names.skus, names.externalIds]);
}

const customerStatus = statement(
  'orders customer',
  'SELECT status FROM customers WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL',
);

/** The customer's status, or undefined when there is no such customer. */
export async function findCustomerStatus(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<string | undefined> {
  return (await firstRow<{ status: string }>(tx, customerStatus, [tenantId, id]))?.status;
}
