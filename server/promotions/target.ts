import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { invalidReferences, type ValidationIssue } from '../errors.ts';
import { findReferencedProducts } from '../products/find-referenced.ts';
import type { ProductReference } from '../products/reference.ts';
import { findMissingCategories } from './store.ts';

type Input = Schemas['PromotionTargetInput'];

/** What a promotion applies to, as it is stored: products by their ids, however they were named. */
export type Target =
  | { readonly type: 'order' }
  | { readonly type: 'products'; readonly product_ids: number[] }
  | { readonly type: 'categories'; readonly category_ids: number[] };

/** Finds the products or categories of a target. Throws one problem that points at each that doesn't exist. */
export async function resolveTarget(tx: Transaction, tenantId: number, target: Input): Promise<Target> {
  if (target.type === 'products') return productsTarget(tx, tenantId, target);
  if (target.type === 'categories') await requireCategories(tx, tenantId, target.category_ids);
  return target;
}

async function productsTarget(
  tx: Transaction,
  tenantId: number,
  { product_ids, skus, external_ids }: Schemas['ProductsTarget'],
): Promise<Target> {
  const references: readonly ProductReference[] =
    product_ids?.map((product_id) => ({ product_id })) ??
    skus?.map((sku) => ({ sku })) ??
    external_ids!.map((external_id) => ({ external_id }));
  const list = product_ids ? 'product_ids' : skus ? 'skus' : 'external_ids';
  const products = await findReferencedProducts(tx, tenantId, references);
  requireAll(
    list,
    products.map((product) => product !== undefined),
  );
  return { type: 'products', product_ids: products.map((product) => product!.id) };
}

async function requireCategories(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<void> {
  const missing = await findMissingCategories(tx, tenantId, ids);
  requireAll(
    'category_ids',
    ids.map((id) => !missing.has(id)),
  );
}

function requireAll(list: string, found: readonly boolean[]): void {
  const issues = found.flatMap((exists, index): ValidationIssue[] =>
    exists
      ? []
      : [{ pointer: `#/target/${list}/${index}`, code: 'invalid_reference', detail: 'does not exist' }],
  );
  if (issues.length > 0) throw invalidReferences(issues);
}
