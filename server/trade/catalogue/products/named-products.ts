/**
 * SQL for a query of the products `p` with an id in :ids, each looked up by itself: for `id = ANY (…)` PostgreSQL reads all of a small
 * tenant's part of the index by time (../stock/lock-balances.ts). A subquery hides the number of elements, for which PostgreSQL would
 * plan: no generic plan would ever look as cheap (docs/decisions/generic-plans.md).
 */
export const productsById = (columns: string, condition: string) =>
  `SELECT p.* FROM unnest((SELECT :ids::int[])) AS named(id) CROSS JOIN LATERAL (
       SELECT ${columns} FROM products p WHERE p.tenant_id = :tenant_id AND p.id = named.id AND ${condition} OFFSET 0
     ) AS p`;

/**
 * The same for products that are named by :ids, :skus or :external_ids. One named in two ways is there twice. A branch for each way,
 * because OR made bitmaps of three indexes.
 */
export const productsNamed = (columns: string, condition: string, ofIds = condition) =>
  `${productsById(columns, ofIds)}
     UNION ALL SELECT ${columns} FROM products p
     WHERE p.tenant_id = :tenant_id AND p.sku = ANY ((SELECT :skus::text[])::text[]) AND ${condition}
     UNION ALL SELECT ${columns} FROM products p
     WHERE p.tenant_id = :tenant_id AND p.external_id = ANY ((SELECT :external_ids::text[])::text[])
       AND ${condition}`;
