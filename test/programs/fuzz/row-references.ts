// The fields of the contract that refer to a row of the tenant, and the kind of row.
import fc from 'fast-check';
import { type RowKind, RowReference } from './body-value.ts';

const MOST_PICKS = 1_000_000;

const KINDS: Readonly<Record<string, RowKind>> = {
  product_id: 'products',
  product_ids: 'products',
  category_id: 'categories',
  category_ids: 'categories',
  parent_id: 'categories',
  customer_id: 'customers',
  price_table_id: 'price_tables',
  promotion_id: 'promotions',
  coupon_id: 'coupons',
  order_id: 'orders',
  payment_id: 'payments',
};

/** The kind of row that a field refers to. */
export const kindOfField = (name: string): RowKind | undefined => KINDS[name];

export const rowReference = (
  kind: RowKind,
  field: RowReference['field'] = 'id',
): fc.Arbitrary<RowReference> => fc.nat(MOST_PICKS).map((pick) => new RowReference(kind, field, pick));

const TABLES: Readonly<Record<string, RowKind>> = {
  products: 'products',
  categories: 'categories',
  customers: 'customers',
  price_tables: 'price_tables',
  promotions: 'promotions',
  coupons: 'coupons',
  orders: 'orders',
};

export const kindOfTable = (table: string): RowKind | undefined => TABLES[table];
