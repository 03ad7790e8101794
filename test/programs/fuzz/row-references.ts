// The fields of the contract that refer to a row of the tenant, and the kind of row.
import fc from 'fast-check';
import { ENTRY_KINDS, type EntryKind, type RowKind, RowReference } from './body-value.ts';

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
  refund_id: 'refunds',
  return_id: 'returns',
  delivery_attempt_id: 'delivery_attempts',
  stock_movement_id: 'stock_movements',
  customer_erasure_id: 'customer_erasures',
};

/** The kind of an order's entry that a path names. */
export const entryIn = (template: string): EntryKind | undefined =>
  ENTRY_KINDS.find((kind) =>
    Object.keys(KINDS).some((name) => KINDS[name] === kind && template.includes(`{${name}}`)),
  );

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
