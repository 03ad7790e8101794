import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { productsById, productsNamed } from '../../catalogue/products/named-products.ts';

/** An entry of a price table. */
export type EntryRow = readonly [tableId: number, minQuantity: number, price: number];

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
  /** In the price tables that may apply; null if there is none. */
  readonly entries: readonly EntryRow[] | null;
  /** Decimal text; null if it wasn't asked for. */
  readonly available: string | null;
}

const columns = (
  status: string,
  tracksStock: string,
) => `p.id, p.sku, p.external_id, p.name, p.price::text, ${status},
       p.category_id, ${tracksStock}, p.allow_backorder, (
       SELECT json_agg(json_build_array(e.price_table_id, e.min_quantity, e.price)) FROM price_table_entries e
       WHERE e.tenant_id = :tenant_id AND e.price_table_id = ANY (ARRAY (SELECT id FROM tables))
         AND e.product_id = p.id) AS entries, CASE WHEN (SELECT :with_stock::boolean) THEN (
       SELECT (b.on_hand - b.reserved)::text FROM stock_balances b
       WHERE b.tenant_id = :tenant_id AND b.product_id = p.id) END AS available`;

const COLUMNS = columns('p.status', 'p.track_stock');

/** SQL for the products that an order names by id, with their entries in the price tables of a CTE `tables`. */
export const SELLABLE_BY_ID = productsById(COLUMNS, 'p.deleted_at IS NULL');

/** SQL for the products that an order names in any way. */
export const SELLABLE_PRODUCTS = productsNamed(COLUMNS, 'p.deleted_at IS NULL');

/** The same for an order that is changed, whose lines keep products that were deleted: they have the status `deleted`. */
export const KEPT_PRODUCTS = productsNamed(
  columns(
    `CASE WHEN p.deleted_at IS NULL THEN p.status ELSE 'deleted' END AS status`,
    'p.track_stock AND p.deleted_at IS NULL AS track_stock',
  ),
  'p.deleted_at IS NULL',
  'true',
);

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
