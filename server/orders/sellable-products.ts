import type { Querier } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import type { ProductReferences } from '../products/reference.ts';

/** What an order needs to know of a product. The price is decimal text from PostgreSQL. */
export interface SellableProduct {
  readonly id: number;
  readonly sku: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly price: string;
  readonly status: string;
  readonly category_id: number | null;
  readonly track_stock: boolean;
  readonly allow_backorder: boolean;
  /** JSON text of `[price_table_id, min_quantity, price]` for each entry in the given tables; null if there is none. */
  readonly entries: string | null;
}

const find = statement(
  'find sellable products',
  `SELECT p.id, p.sku, p.external_id, p.name, p.price, p.status, p.category_id, p.track_stock, p.allow_backorder, (
     SELECT json_agg(json_build_array(e.price_table_id, e.min_quantity, e.price)) FROM price_table_entries e
     WHERE e.tenant_id = :tenant_id AND e.price_table_id = ANY (:price_table_ids::int[]) AND e.product_id = p.id) AS entries
   FROM products p WHERE p.tenant_id = :tenant_id AND p.deleted_at IS NULL AND (
     p.id = ANY (:ids::int[]) OR p.sku = ANY (:skus::text[]) OR p.external_id = ANY (:external_ids::text[]))`,
);

/** The referenced products, with their entries in the price tables. */
export function findSellableProducts(
  db: Querier,
  tenantId: number,
  references: ProductReferences,
  priceTableIds: readonly number[],
): Promise<SellableProduct[]> {
  return find<SellableProduct>(db, { ...references, tenant_id: tenantId, price_table_ids: priceTableIds });
}

const findPaths = statement(
  'find category paths',
  // The tree has at most 5 levels. The depth limit stops a cycle, which validateParent keeps from arising.
  `WITH RECURSIVE above AS (
     SELECT id AS leaf, id, parent_id, 1 AS depth FROM categories
     WHERE tenant_id = :tenant_id AND id = ANY (:category_ids::int[])
     UNION ALL
     SELECT a.leaf, c.id, c.parent_id, a.depth + 1
     FROM above a JOIN categories c ON c.tenant_id = :tenant_id AND c.id = a.parent_id WHERE a.depth < 8
   ) SELECT leaf, array_agg(id) AS ids FROM above GROUP BY leaf`,
);

/** Each category with itself and all its ancestors. */
export async function findCategoryPaths(
  db: Querier,
  tenantId: number,
  categoryIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await findPaths<{ leaf: number; ids: number[] }>(db, {
    tenant_id: tenantId,
    category_ids: [...new Set(categoryIds)],
  });
  return new Map(rows.map(({ leaf, ids }) => [leaf, ids]));
}
