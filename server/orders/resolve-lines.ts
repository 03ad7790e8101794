import type { Schemas } from '../contract.ts';
import { ApiProblem, type ValidationIssue } from '../errors.ts';
import type { SellableProduct } from './sellable-products.ts';

export type ItemBody = Schemas['OrderCreate']['items'][number];

/** A line of the order with the product that it named. */
export interface Line {
  readonly product: SellableProduct;
  readonly quantity: number;
}

/** The three ways to name a product, each with the names that the lines use. */
export function productReferences(items: readonly ItemBody[]): {
  ids: number[];
  skus: string[];
  externalIds: string[];
} {
  return {
    ids: items.flatMap(({ product_id }) => product_id ?? []),
    skus: items.flatMap(({ sku }) => sku ?? []),
    externalIds: items.flatMap(({ external_id }) => external_id ?? []),
  };
}

/** Puts each line's product to it. Throws one problem that points at every line whose product cannot be sold. */
export function resolveLines(items: readonly ItemBody[], products: readonly SellableProduct[]): Line[] {
  const byName = new Map<string, SellableProduct>();
  for (const product of products) {
    byName.set(`product_id ${product.id}`, product).set(`sku ${product.sku}`, product);
    if (product.external_id !== null) byName.set(`external_id ${product.external_id}`, product);
  }
  const found = items.map((item) => byName.get(`${referenceField(item)} ${item[referenceField(item)]}`));
  const faults = items.flatMap((item, index) => issuesOf(item, index, found[index]));
  if (faults.length > 0) throw invalidReferences(faults);
  return items.map((item, index) => ({ product: found[index]!, quantity: item.quantity }));
}

type ReferenceField = 'product_id' | 'sku' | 'external_id';

/** The contract lets exactly one through. */
const referenceField = (item: ItemBody): ReferenceField =>
  item.product_id !== undefined ? 'product_id' : item.sku !== undefined ? 'sku' : 'external_id';

function issuesOf(item: ItemBody, index: number, product: SellableProduct | undefined): ValidationIssue[] {
  const name = referenceField(item);
  const pointer = `#/items/${index}/${name}`;
  if (!product) return [{ pointer, code: 'invalid_reference', detail: `no product has this ${name}` }];
  if (product.status !== 'active')
    return [{ pointer, code: 'invalid_reference', detail: 'the product is not active' }];
  return [];
}

export function invalidReferences(errors: readonly ValidationIssue[]): ApiProblem {
  const references = errors.length === 1 ? '1 reference' : `${errors.length} references`;
  return new ApiProblem('invalid_reference', `${references} cannot be used; see errors.`, { errors });
}
