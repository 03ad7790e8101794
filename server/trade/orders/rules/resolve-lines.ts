import type { NoFields, Schemas } from '../../../base/contract.ts';
import { microText, toMicro } from '../../../base/money.ts';
import { invalidReferences, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import { productFinder, referenceIssue } from '../../catalogue/rules/reference.ts';
import type { SellableProduct } from '../place/sellable-products.ts';
import { type AgreedPrice, agreedPriceOf } from './agreed-amounts.ts';

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
 * references that can't be used. Of what an order has already, in `kept`, it may keep as much, whatever became of the product.
 */
export function resolveLines(
  items: readonly ItemBody[],
  products: readonly SellableProduct[],
  others: readonly ValidationIssue[],
  kept: ReadonlyMap<number, bigint> = new Map(),
): Line[] {
  const found = items.map(productFinder(products));
  const wanted = sumByProduct(
    items.map(({ quantity }, index) => ({ product_id: found[index]?.id ?? 0, quantity })),
  );
  const canSell = ({ id, status }: SellableProduct) =>
    status === 'active' || wanted.get(id)! <= (kept.get(id) ?? -1n);
  const issues = [
    ...others,
    ...items.flatMap((item, index) => {
      const product = found[index];
      return product && canSell(product) ? [] : [issueWith(item, index, product, kept)];
    }),
  ];
  if (issues.length > 0) throw invalidReferences(issues);
  return items.map(({ quantity, product_id, sku, external_id, unit_price, discount, ...unread }, index) => {
    unread satisfies NoFields;
    return { product: found[index]!, quantity, agreed: agreedPriceOf({ unit_price, discount }) };
  });
}

/** The quantity of each product over all lines, in millionths. */
export function sumByProduct(
  lines: readonly { readonly product_id: number; readonly quantity: number }[],
): Map<number, bigint> {
  const micro = new Map<number, bigint>();
  for (const { product_id, quantity } of lines)
    micro.set(product_id, (micro.get(product_id) ?? 0n) + toMicro(quantity));
  return micro;
}

function issueWith(
  item: ItemBody,
  index: number,
  product: SellableProduct | undefined,
  kept: ReadonlyMap<number, bigint>,
): ValidationIssue {
  const at = `#/items/${index}`;
  const held = product && kept.get(product.id);
  if (held !== undefined) {
    const now = product!.status === 'deleted' ? 'was deleted' : 'is not active';
    return referenceIssue(
      at,
      item,
      `the product ${now}: the order can keep its ${microText(held)}, not get more`,
    );
  }
  return product && product.status !== 'deleted'
    ? referenceIssue(at, item, 'the product is not active')
    : referenceIssue(at, item);
}
