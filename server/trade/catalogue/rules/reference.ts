import { namesNothing } from '../../../base/formats/visible-text.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';

/** How a body names a product. The contract makes sure that it has exactly one of them. */
export interface ProductReference {
  readonly product_id?: number;
  readonly sku?: string;
  readonly external_id?: string;
}

/** What several references name products by, for each of the three ways. Each id once. */
export interface ProductReferences {
  readonly ids: readonly number[];
  readonly skus: readonly string[];
  readonly external_ids: readonly string[];
}

/** The columns that a product can be named by. */
export interface NamedProduct {
  readonly id: number;
  readonly sku: string;
  readonly external_id: string | null;
}

export const productReferences = (items: readonly ProductReference[]): ProductReferences => ({
  ids: [...new Set(items.flatMap(({ product_id }) => product_id ?? []))],
  skus: items.flatMap(({ product_id, sku }) => (product_id === undefined ? (sku ?? []) : [])),
  external_ids: items.flatMap(({ product_id, external_id }) =>
    product_id === undefined ? (external_id ?? []) : [],
  ),
});

export const referenceField = ({ product_id, sku }: ProductReference): keyof ProductReference =>
  product_id !== undefined ? 'product_id' : sku !== undefined ? 'sku' : 'external_id';

/** Finds the product that a reference names, among those that were read for it. */
export function productFinder<Product extends NamedProduct>(
  products: readonly Product[],
): (reference: ProductReference) => Product | undefined {
  const byReference = new Map<string, Product>();
  for (const product of products) {
    byReference.set(`product_id ${product.id}`, product).set(`sku ${product.sku}`, product);
    if (product.external_id !== null) byReference.set(`external_id ${product.external_id}`, product);
  }
  return (reference) => {
    const field = referenceField(reference);
    return byReference.get(`${field} ${reference[field]}`);
  };
}

/** An issue with a reference in the object at the pointer `at`. */
export function referenceIssue(at: string, reference: ProductReference, detail?: string): ValidationIssue {
  // What names a line of an order by something else has our id, too: see own-products.ts.
  const field =
    (['sku', 'external_id'] as const).find((name) => reference[name] !== undefined) ?? 'product_id';
  const pointer = `${at}/${field}`;
  return {
    pointer,
    code: 'invalid_reference',
    detail: detail ?? namesNothing(`no product has this ${field}`, reference[field]),
  };
}
