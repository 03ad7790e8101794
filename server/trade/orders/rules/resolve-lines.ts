import type { NoFields, Schemas } from '../../../base/contract.ts';
import { invalidReferences, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import { productFinder, referenceIssue } from '../../catalogue/rules/reference.ts';
import type { SellableProduct } from '../place/sellable-products.ts';
import { type AgreedPrice, agreedPriceOf } from './agreed-price.ts';

export type ItemBody = Schemas['OrderCreate']['items'][number];

/** A line of the order, with its product. */
export interface Line {
  readonly product: SellableProduct;
  readonly quantity: number;
  /** Null for a line whose price is computed. */
  readonly agreed: AgreedPrice | null;
}

/**
 * Finds the product of each line. Throws one problem that points at every line whose product can't be sold, and at the order's other
 * references that can't be used.
 */
export function resolveLines(
  items: readonly ItemBody[],
  products: readonly SellableProduct[],
  others: readonly ValidationIssue[],
): Line[] {
  const found = items.map(productFinder(products));
  const issues = [...others, ...items.flatMap((item, index) => issuesOf(item, index, found[index]))];
  if (issues.length > 0) throw invalidReferences(issues);
  return items.map(({ quantity, product_id, sku, external_id, unit_price, discount, ...unread }, index) => {
    unread satisfies NoFields;
    return { product: found[index]!, quantity, agreed: agreedPriceOf({ unit_price, discount }) };
  });
}

function issuesOf(item: ItemBody, index: number, product: SellableProduct | undefined): ValidationIssue[] {
  const at = `#/items/${index}`;
  if (!product) return [referenceIssue(at, item)];
  return product.status === 'active' ? [] : [referenceIssue(at, item, 'the product is not active')];
}
