import type { Schemas } from '../contract.ts';
import { type JsonMembers, jsonObject } from '../db/json-object.ts';
import { equals } from '../db/listing.ts';
import { statement, type Transaction } from '../db/querier.ts';
import type { ListOf } from '../resources/list-handler.ts';

export type EntrySet = Schemas['PriceTableEntrySet'];

/** Entries have no id; a product's entries come by quantity, which the cursor carries as the value beside the product. */
export const entryList: ListOf<'listPriceTableEntries'> = {
  operation: 'listPriceTableEntries',
  name: 'price-table-entries',
  from: 'price_table_entries e',
  tenant: 'e.tenant_id',
  id: 'e.min_quantity',
  idType: 'numeric',
  document: jsonObject({
    product_id: 'e.product_id',
    min_quantity: 'trim_scale(e.min_quantity)',
    price: 'e.price',
  } as const satisfies JsonMembers<Schemas['PriceTableEntry']>),
  sorts: { product_id: { column: 'e.product_id', asText: (column) => `${column}::text`, type: 'integer' } },
  filters: {
    product_id: equals('e.product_id', []),
    price_table_id: equals('e.price_table_id', ['product_id']),
  },
};

const missing = statement(
  'price table entries products',
  `SELECT u.id FROM unnest($2::int[]) AS u(id)
   WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.tenant_id = $1 AND p.id = u.id AND p.deleted_at IS NULL)`,
);

/** Those of the products that do not exist. */
export async function findMissingProducts(
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(missing, [tenantId, [...new Set(ids)]]);
  return new Set(rows.map(({ id }) => id));
}

const upsert = statement(
  'price table entries set',
  `INSERT INTO price_table_entries (tenant_id, price_table_id, product_id, min_quantity, price)
   SELECT $1, $2, * FROM unnest($3::int[], $4::numeric[], $5::numeric[])
   ON CONFLICT (tenant_id, price_table_id, product_id, min_quantity) DO UPDATE SET price = excluded.price
   RETURNING 1`,
);

const removeEntries = statement(
  'price table entries remove',
  `DELETE FROM price_table_entries e USING unnest($3::int[], $4::numeric[]) AS u(product_id, min_quantity)
   WHERE e.tenant_id = $1 AND e.price_table_id = $2 AND e.product_id = u.product_id AND e.min_quantity = u.min_quantity
   RETURNING 1`,
);

const columns = (entries: readonly EntrySet[]) =>
  ({
    product_id: entries.map(({ product_id }) => product_id),
    min_quantity: entries.map(({ min_quantity }) => min_quantity ?? 0),
    price: entries.map(({ price }) => price),
  }) satisfies Record<keyof EntrySet, unknown>;

/** Sets the entries that have a price and removes the others. */
export async function setEntries(
  tx: Transaction,
  tenantId: number,
  priceTableId: number,
  entries: readonly EntrySet[],
): Promise<Schemas['PriceTableEntriesResult']> {
  const priced = columns(entries.filter(({ price }) => price !== null));
  const unpriced = columns(entries.filter(({ price }) => price === null));
  const table = [tenantId, priceTableId];
  const set = await tx.query(upsert, [...table, priced.product_id, priced.min_quantity, priced.price]);
  const removed = await tx.query(removeEntries, [...table, unpriced.product_id, unpriced.min_quantity]);
  return { set: set.length, removed: removed.length };
}
