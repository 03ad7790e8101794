import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import {
  type NamedProduct,
  type ProductReference,
  productFinder,
  productReferences,
} from '../rules/reference.ts';
import { productsNamed } from './named-products.ts';

const find = statement(
  'find referenced products',
  productsNamed('p.id, p.sku, p.external_id', 'p.deleted_at IS NULL'),
);

/** Finds the product of each of the references, in one look-up. */
export async function readReferencedProducts(
  db: Querier,
  tenantId: number,
  references: readonly ProductReference[],
): Promise<(reference: ProductReference) => NamedProduct | undefined> {
  const values = { tenant_id: tenantId, ...productReferences(references) };
  return productFinder(await find<NamedProduct>(db, values));
}

/** The product of each reference, undefined where there is none. */
export async function findReferencedProducts(
  db: Querier,
  tenantId: number,
  references: readonly ProductReference[],
): Promise<(NamedProduct | undefined)[]> {
  return references.map(await readReferencedProducts(db, tenantId, references));
}
