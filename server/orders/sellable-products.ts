import { type Querier, statement } from '../db/querier.ts';

/** What an order has to know of a product. The price is PostgreSQL's decimal text. */
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
  /** JSON text of `[price_table_id, min_quantity, price]` for each entry in one of the tables asked for; or null. */
  readonly tiers: string | null;
}

const findSellable = statement(
  'orders sellable',
  `SELECT p.id, p.sku, p.external_id, p.name, p.price, p.status, p.category_id, p.track_stock, p.allow_backorder, (
     SELECT json_agg(json_build_array(e.price_table_id, e.min_quantity, e.price)) FROM price_table_entries e
     WHERE e.tenant_id = $1 AND e.price_table_id = ANY ($5::int[]) AND e.product_id = p.id) AS tiers
   FROM products p WHERE p.tenant_id = $1 AND p.deleted_at IS NULL
     AND (p.id = ANY ($2::int[]) OR p.sku = ANY ($3::text[]) OR p.external_id = ANY ($4::text[]))`,
);

export interface ProductReferences {
  readonly ids: readonly number[];
  readonly skus: readonly string[];
  readonly externalIds: readonly string[];
}

/** The products that are named, with their entries in the price tables. */
export function findSellableProducts(
  db: Querier,
  tenantId: number,
  references: ProductReferences,
  priceTableIds: readonly number[],
): Promise<SellableProduct[]> {
  return db.query<SellableProduct>(findSellable, [
    tenantId,
    references.ids,
    references.skus,
    references.externalIds,
    priceTableIds,
  ]);
}

// The tree is at most 5 levels deep; a few more end a cycle that cannot be.
const ancestors = statement(
  'orders category ancestors',
  `WITH RECURSIVE above AS (
     SELECT id AS leaf, id, parent_id, 1 AS depth FROM categories WHERE tenant_id = $1 AND id = ANY ($2::int[])
     UNION ALL
     SELECT a.leaf, c.id, c.parent_id, a.depth + 1 FROM above a JOIN categories c ON c.tenant_id = $1 AND c.id = a.parent_id
     WHERE a.depth < 8
   ) SELECT leaf, array_agg(id) AS ids FROM above GROUP BY leaf`,
);

/** Each category with itself and all above it. */
export async function findCategoryPaths(
  db: Querier,
  tenantId: number,
  categoryIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.query<{ leaf: number; ids: number[] }>(ancestors, [
    tenantId,
    [...new Set(categoryIds)],
  ]);
  return new Map(rows.map(({ leaf, ids }) => [leaf, ids]));
}
