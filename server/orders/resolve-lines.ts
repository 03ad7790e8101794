import type { NoFields, Schemas } from '../contract.ts';
import { ApiProblem, type ValidationIssue } from '../errors.ts';
import { type AgreedPrice, agreedPriceOf } from './agreed-price.ts';
import type { ProductReferences, SellableProduct } from './sellable-products.ts';

export type ItemBody = Schemas['OrderCreate']['items'][number];

/** A line of the order, with its product. */
export interface Line {
  readonly product: SellableProduct;
  readonly quantity: number;
  /** Null for a line whose price is computed. */
  readonly agreed: AgreedPrice | null;
}

/** What the lines reference products by, for each of the three ways. */
export const productReferences = (items: readonly ItemBody[]): ProductReferences => ({
  ids: items.flatMap(({ product_id }) => product_id ?? []),
  skus: items.flatMap(({ sku }) => sku ?? []),
  external_ids: items.flatMap(({ external_id }) => external_id ?? []),
});

/** Finds the product of each line. Throws one problem that points at every line whose product can't be sold. */
export function resolveLines(items: readonly ItemBody[], products: readonly SellableProduct[]): Line[] {
  const byReference = new Map<string, SellableProduct>();
  for (const product of products) {
    byReference.set(`product_id ${product.id}`, product).set(`sku ${product.sku}`, product);
    if (product.external_id !== null) byReference.set(`external_id ${product.external_id}`, product);
  }
  const found = items.map((item) => byReference.get(`${fieldOf(item)} ${item[fieldOf(item)]}`));
  const issues = items.flatMap((item, index) => issuesOf(item, index, found[index]));
  if (issues.length > 0) throw invalidReferences(issues);
  return items.map(({ quantity, product_id, sku, external_id, unit_price, discount, ...unread }, index) => {
    unread satisfies NoFields;
    return { product: found[index]!, quantity, agreed: agreedPriceOf({ unit_price, discount }) };
  });
}

type ReferenceField = 'product_id' | 'sku' | 'external_id';

/** The contract makes sure that a line has exactly one of them. */
const fieldOf = (item: ItemBody): ReferenceField =>
  item.product_id !== undefined ? 'product_id' : item.sku !== undefined ? 'sku' : 'external_id';

function issuesOf(item: ItemBody, index: number, product: SellableProduct | undefined): ValidationIssue[] {
  const field = fieldOf(item);
  const pointer = `#/items/${index}/${field}`;
  if (!product) return [{ pointer, code: 'invalid_reference', detail: `no product has this ${field}` }];
  if (product.status !== 'active')
    return [{ pointer, code: 'invalid_reference', detail: 'the product is not active' }];
  return [];
}

export function invalidReferences(errors: readonly ValidationIssue[]): ApiProblem {
  const references = errors.length === 1 ? '1 reference' : `${errors.length} references`;
  return new ApiProblem('invalid_reference', `${references} cannot be used; see errors.`, { errors });
}
