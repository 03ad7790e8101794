import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type JsonMembers, jsonObject, jsonText } from '../../../db/sql/json-object.ts';
import { equals, named } from '../../../db/sql/list-spec.ts';
import { idsIn } from '../../../db/sql/named-filter.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';

/** A price to set, or to remove with null, of a product that was found. */
export type EntrySet = Pick<Schemas['PriceTableEntrySet'], 'min_quantity' | 'price'> & {
  readonly product_id: number;
};

/** Entries have no id: the cursor carries the product and, in place of an id, the entry's min_quantity. */
export const entryList: ListOf<'listPriceTableEntries'> = {
  operation: 'listPriceTableEntries',
  name: 'price-table-entries',
  // OFFSET 0 keeps this a look-up for each row, as for the products of stock.
  from: `price_table_entries e CROSS JOIN LATERAL (
    SELECT sku, external_id FROM products WHERE tenant_id = :tenant_id AND id = e.product_id OFFSET 0) p`,
  tenant: 'e.tenant_id',
  id: 'e.min_quantity',
  idType: 'numeric',
  document: jsonObject({
    product_id: 'e.product_id',
    min_quantity: 'trim_scale(e.min_quantity)',
    price: 'e.price',
    product_external_id: jsonText('p.external_id'),
    sku: 'to_json(p.sku)',
  } satisfies JsonMembers<Schemas['PriceTableEntry']>),
  large: null,
  sorts: { product_id: { column: 'e.product_id', asText: (column) => `${column}::text`, type: 'integer' } },
  filters: {
    product_id: equals('e.product_id', []),
    product_external_id: named(idsIn.products, 'e.product_id', []),
    sku: named(idsIn.productsBySku, 'e.product_id', []),
    price_table_id: equals('e.price_table_id', ['product_id']),
  },
};

const upsert = statement(
  'set price table entries',
  `INSERT INTO price_table_entries (tenant_id, price_table_id, product_id, min_quantity, price)
   SELECT :tenant_id::int, :price_table_id::int, *
   FROM unnest(:product_ids::int[], :min_quantities::numeric[], :prices::numeric[])
   ON CONFLICT (tenant_id, price_table_id, product_id, min_quantity) DO UPDATE SET price = excluded.price
     WHERE price_table_entries.price <> excluded.price
   RETURNING 1`,
);

const removeEntries = statement(
  'remove price table entries',
  `DELETE FROM price_table_entries e
   USING unnest(:product_ids::int[], :min_quantities::numeric[]) AS u(product_id, min_quantity)
   WHERE e.tenant_id = :tenant_id AND e.price_table_id = :price_table_id
     AND e.product_id = u.product_id AND e.min_quantity = u.min_quantity
   RETURNING 1`,
);

const columnsOf = (entries: readonly EntrySet[]) =>
  ({
    product_id: entries.map(({ product_id }) => product_id),
    min_quantity: entries.map(({ min_quantity }) => min_quantity ?? 0),
    price: entries.map(({ price }) => price),
  }) satisfies Record<keyof EntrySet, unknown>;

/** Sets the entries that have a price and removes those whose price is null. What is so already isn't written. */
export async function setEntries(
  tx: Transaction,
  tenantId: number,
  priceTableId: number,
  entries: readonly EntrySet[],
): Promise<{ readonly isChanged: boolean; readonly result: Schemas['PriceTableEntriesResult'] }> {
  const table = { tenant_id: tenantId, price_table_id: priceTableId };
  const priced = columnsOf(entries.filter(({ price }) => price !== null));
  const unpriced = columnsOf(entries.filter(({ price }) => price === null));
  const written = await upsert(tx, {
    ...table,
    product_ids: priced.product_id,
    min_quantities: priced.min_quantity,
    prices: priced.price,
  });
  const removed = await removeEntries(tx, {
    ...table,
    product_ids: unpriced.product_id,
    min_quantities: unpriced.min_quantity,
  });
  return {
    isChanged: written.length + removed.length > 0,
    result: { set: priced.price.length, removed: removed.length },
  };
}
