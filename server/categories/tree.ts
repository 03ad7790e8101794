import { statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { problemAt } from '../errors.ts';

const MAX_DEPTH = 5; // levels, as the contract says
/** Any number that no other use of advisory locks takes, beside the tenant's. */
const TREE_LOCK = 7_403_202;

const lockCategories = statement('categories lock tree', 'SELECT pg_advisory_xact_lock($1, $2)');

/**
 * Lets one writer at a time at a tenant's categories: two moves that are each right could make a cycle together, and two
 * names of the same letters take the same slug. It comes before the lock of any row: moves of two categories below each
 * other would else wait for each other.
 */
export async function lockTree(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query(lockCategories, [TREE_LOCK, tenantId]);
}

// One more level than the tree may have is enough to see that it is too deep.
const measureDepths = statement(
  'categories measure',
  `WITH RECURSIVE above AS (
     SELECT id, parent_id, 1 AS depth FROM categories WHERE tenant_id = $1 AND id = $2
     UNION ALL
     SELECT c.id, c.parent_id, a.depth + 1 FROM above a JOIN categories c ON c.tenant_id = $1 AND c.id = a.parent_id
     WHERE a.depth <= ${MAX_DEPTH}
   ), below AS (
     SELECT id, 1 AS depth FROM categories WHERE tenant_id = $1 AND id = $3
     UNION ALL
     SELECT c.id, b.depth + 1 FROM below b JOIN categories c ON c.tenant_id = $1 AND c.parent_id = b.id
     WHERE c.deleted_at IS NULL AND b.depth <= ${MAX_DEPTH}
   )
   SELECT coalesce((SELECT max(depth) FROM above), 0) AS above,
     coalesce((SELECT max(depth) FROM below), 1) AS below,
     EXISTS (SELECT 1 FROM above WHERE id = $3) AS cycle`,
);

/** Refuses to put a category, with all that is below it, under a parent where it would be below itself or too deep. */
export async function validateParent(
  tx: Transaction,
  tenantId: number,
  parentId: number | null | undefined,
  categoryId: number | null,
): Promise<void> {
  if (parentId == null) return;
  const depths = (await firstRow<{ above: number; below: number; cycle: boolean }>(tx, measureDepths, [
    tenantId,
    parentId,
    categoryId,
  ]))!;
  if (depths.cycle)
    throw problemAt(
      'category_cycle',
      '/parent_id',
      'is the category itself or below it',
      'A category cannot be below itself.',
    );
  if (depths.above + depths.below > MAX_DEPTH)
    throw problemAt(
      'category_too_deep',
      '/parent_id',
      `would make ${depths.above + depths.below} levels`,
      `Categories are at most ${MAX_DEPTH} levels deep.`,
    );
}

const users = statement(
  'categories users',
  `SELECT EXISTS (SELECT 1 FROM categories WHERE tenant_id = $1 AND parent_id = $2 AND deleted_at IS NULL) AS categories,
     EXISTS (SELECT 1 FROM products WHERE tenant_id = $1 AND category_id = $2 AND deleted_at IS NULL) AS products`,
);

/** What is still in a category: `products`, `categories`, both or nothing. */
export async function findContents(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<('products' | 'categories')[]> {
  const found = (await firstRow<{ categories: boolean; products: boolean }>(tx, users, [tenantId, id]))!;
  return (['products', 'categories'] as const).filter((kind) => found[kind]);
}
