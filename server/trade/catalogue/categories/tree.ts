import { problemAt } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';

const MAX_DEPTH = 5; // levels, as the contract says
/** Advisory lock, together with the tenant's id. Any number that no other lock uses. */
const TREE_LOCK = 7_403_202;

const lockCategories = statement('lock category tree', 'SELECT pg_advisory_xact_lock(:lock, :tenant_id)');

/**
 * One writer at a time changes a tenant's categories: two moves that are each valid could make a cycle together, and two
 * names with the same letters could take the same slug. Take it before any row lock; otherwise two moves of categories
 * under each other would wait for each other.
 */
export async function lockTree(tx: Transaction, tenantId: number): Promise<void> {
  await lockCategories(tx, { lock: TREE_LOCK, tenant_id: tenantId });
}

const measureDepths = statement(
  'measure category depths',
  `WITH RECURSIVE above AS (
     -- The new parent and its ancestors. One level more than allowed is enough to see that it is too deep.
     SELECT id, parent_id, 1 AS depth FROM categories WHERE tenant_id = :tenant_id AND id = :parent_id
     UNION ALL
     SELECT c.id, c.parent_id, a.depth + 1
     FROM above a JOIN categories c ON c.tenant_id = :tenant_id AND c.id = a.parent_id
     WHERE a.depth <= ${MAX_DEPTH}
   ), below AS (
     -- The category that gets the parent, and its descendants. Nothing for a new category.
     SELECT id, 1 AS depth FROM categories WHERE tenant_id = :tenant_id AND id = :id
     UNION ALL
     SELECT c.id, b.depth + 1 FROM below b JOIN categories c ON c.tenant_id = :tenant_id AND c.parent_id = b.id
     WHERE c.deleted_at IS NULL AND b.depth <= ${MAX_DEPTH}
   )
   SELECT coalesce((SELECT max(depth) FROM above), 0) AS above,
     coalesce((SELECT max(depth) FROM below), 1) AS below,
     EXISTS (SELECT 1 FROM above WHERE id = :id) AS cycle`,
);

/** Refuses a parent under which the category, with its descendants, would be below itself or too deep. */
export async function validateParent(
  tx: Transaction,
  tenantId: number,
  parentId: number | null | undefined,
  categoryId: number | null,
): Promise<void> {
  if (parentId == null) return;
  const [depths] = await measureDepths<{ above: number; below: number; cycle: boolean }>(tx, {
    tenant_id: tenantId,
    parent_id: parentId,
    id: categoryId,
  });
  const { above, below, cycle } = depths!;
  if (cycle)
    throw problemAt(
      'category_cycle',
      '/parent_id',
      'is the category itself or below it',
      'A category cannot be below itself.',
    );
  if (above + below > MAX_DEPTH)
    throw problemAt(
      'category_too_deep',
      '/parent_id',
      `would make ${above + below} levels`,
      `Categories are at most ${MAX_DEPTH} levels deep.`,
    );
}

const contents = statement(
  'find contents of a category',
  `SELECT
     EXISTS (SELECT 1 FROM categories WHERE tenant_id = :tenant_id AND parent_id = :id AND deleted_at IS NULL)
       AS categories,
     EXISTS (SELECT 1 FROM products WHERE tenant_id = :tenant_id AND category_id = :id AND deleted_at IS NULL)
       AS products`,
);

/** What a category contains: `products`, `categories`, both or neither. */
export async function findContents(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<('products' | 'categories')[]> {
  const [found] = await contents<{ categories: boolean; products: boolean }>(tx, { tenant_id: tenantId, id });
  return (['products', 'categories'] as const).filter((kind) => found![kind]);
}
