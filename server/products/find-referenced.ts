import type { Querier } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import { type NamedProduct, type ProductReference, productFinder, productReferences } from './reference.ts';

const find = statement(
  'find referenced products',
  `SELECT id, sku, external_id FROM products WHERE tenant_id = :tenant_id AND deleted_at IS NULL AND (
     id = ANY (:ids::int[]) OR sku = ANY (:skus::text[]) OR external_id = ANY (:external_ids::text[]))`,
);

/** The product of each reference, undefined where there is none, in one look-up. */
export async function findReferencedProducts(
  db: Querier,
  tenantId: number,
  references: readonly ProductReference[],
): Promise<(NamedProduct | undefined)[]> {
  const products = await find<NamedProduct>(db, { ...productReferences(references), tenant_id: tenantId });
  return references.map(productFinder(products));
}
