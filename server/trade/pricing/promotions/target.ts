import type { Schemas } from '../../../base/contract.ts';
import { invalidReferences, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { categoryIn } from '../../catalogue/categories/store.ts';
import { readReferencedProducts } from '../../catalogue/products/find-referenced.ts';
import type { NamedProduct, ProductReference } from '../../catalogue/rules/reference.ts';
import { inStoredOrder } from '../../resources/same-value.ts';
import { findMissingCategories } from './store.ts';

type Input = Schemas['PromotionTargetInput'];

/** What a promotion applies to, as it is stored: products by their ids, however they were named. */
export type Target =
  | { readonly type: 'order' }
  | { readonly type: 'products'; readonly product_ids: number[] }
  | { readonly type: 'categories'; readonly category_ids: number[] };

/** The stored form of a target, or throws one problem that points at each product or category that doesn't exist. */
export type ResolveTarget = (target: Input) => Target;

/** Finds the products and categories of targets, all in one look-up. */
export async function readTargets(
  tx: Transaction,
  tenantId: number,
  targets: readonly Input[],
): Promise<ResolveTarget> {
  const references = targets.flatMap((target) => (target.type === 'products' ? referencesOf(target) : []));
  const categoryIds = targets.flatMap((target) =>
    target.type === 'categories' ? (target.category_ids ?? []) : [],
  );
  const names = targets.flatMap((target) =>
    target.type === 'categories' ? (target.category_external_ids ?? []) : [],
  );
  const find = references.length > 0 && (await readReferencedProducts(tx, tenantId, references));
  const missing = categoryIds.length > 0 && (await findMissingCategories(tx, tenantId, categoryIds));
  const named = names.length > 0 && (await categoryIn('category_id').findIds(tx, tenantId, names));
  return (target) => {
    if (target.type === 'products' && find) return productsTarget(target, find);
    if (target.type === 'categories' && target.category_external_ids && named)
      return categoriesTarget(target.category_external_ids, named);
    if (target.type === 'categories' && target.category_ids && missing)
      requireCategories(target.category_ids, missing);
    return target as Target;
  };
}

/** The target with what it names in the order of the stored one, if both name the same. */
export function targetInStoredOrder(target: Target, stored: Target): Target {
  if (target.type === 'products' && stored.type === 'products')
    return { ...target, product_ids: [...inStoredOrder(target.product_ids, stored.product_ids)] };
  if (target.type === 'categories' && stored.type === 'categories')
    return { ...target, category_ids: [...inStoredOrder(target.category_ids, stored.category_ids)] };
  return target;
}

const referencesOf = ({
  product_ids,
  skus,
  external_ids,
}: Schemas['ProductsTarget']): readonly ProductReference[] =>
  product_ids?.map((product_id) => ({ product_id })) ??
  skus?.map((sku) => ({ sku })) ??
  external_ids!.map((external_id) => ({ external_id }));

function productsTarget(
  target: Schemas['ProductsTarget'],
  find: (reference: ProductReference) => NamedProduct | undefined,
): Target {
  const list = target.product_ids ? 'product_ids' : target.skus ? 'skus' : 'external_ids';
  const products = referencesOf(target).map(find);
  requireAll(
    list,
    products.map((product) => product !== undefined),
  );
  return { type: 'products', product_ids: products.map((product) => product!.id) };
}

function categoriesTarget(names: readonly string[], ids: ReadonlyMap<string, number>): Target {
  requireAll(
    'category_external_ids',
    names.map((name) => ids.has(name)),
  );
  return { type: 'categories', category_ids: names.map((name) => ids.get(name)!) };
}

function requireCategories(ids: readonly number[], missing: ReadonlySet<number>): void {
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
