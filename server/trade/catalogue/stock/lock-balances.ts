/**
 * SQL for a query of the balances of the products in :product_ids, as `b`. It locks them by product id, in one order for everyone, so that
 * no two can deadlock; see usage-limits.ts. A balance is missing if its product was deleted.
 *
 * Each is looked up by itself. For `product_id = ANY (…)` PostgreSQL assumes ten products, and thinks it cheaper to read all of a small
 * tenant's part of the index by time: all versions of each balance since the last vacuum, 400 pages for the 3 products of an order. The
 * limit takes nothing away. It makes PostgreSQL expect one row, and look each up by itself again to update it. With a limit of 0 it wouldn't
 * even evaluate `first`.
 */
export const lockedBalances = (columns: string, first: string) =>
  `SELECT ${columns} FROM (SELECT unnest((SELECT :product_ids::int[])) AS product_id ORDER BY 1) AS named
     CROSS JOIN LATERAL (
       SELECT * FROM stock_balances
       WHERE tenant_id = :tenant_id AND product_id = named.product_id AND deleted_at IS NULL FOR UPDATE
     ) AS b WHERE ${first} LIMIT greatest(1, cardinality(:product_ids::int[]))`;
