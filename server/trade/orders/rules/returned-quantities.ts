import type { Schemas } from '../../../base/contract.ts';
import { microText, toMicro } from '../../../base/money.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Sound } from '../../../base/problems/sound-body.ts';

type Item = Schemas['OrderItem'];
type Items = Schemas['ReturnCreate']['items'];

/** Each of 990 lines once. In its document an order repeats all items of its returns, 40 bytes each. */
export const MAX_RETURNED_ITEMS = 1000;

/** What can still come back of a line, in millionths of a unit. */
export const leftOf = ({ quantity, returned_quantity }: Item): bigint =>
  toMicro(quantity) - toMicro(returned_quantity);

export interface ProductQuantity {
  readonly productId: number;
  readonly micro: bigint;
}

/** What can still come back of an order, by line. */
export const leftOfLines = ({ items }: Schemas['Order']): ProductQuantity[] =>
  items.map((item) => ({ productId: item.product_id, micro: leftOf(item) }));

/** The quantities of lines added up by product, as decimal text. Products with nothing are left out. */
export function quantitiesByProduct(quantities: readonly ProductQuantity[]): Map<number, string> {
  const sums = new Map<number, bigint>();
  for (const { productId, micro } of quantities) sums.set(productId, (sums.get(productId) ?? 0n) + micro);
  return new Map([...sums].filter(([, micro]) => micro > 0n).map(([id, micro]) => [id, microText(micro)]));
}

/** Lines that are named twice. */
export function returnedLineIssues(items: Sound<Items> | undefined): ValidationIssue[] {
  const seen = new Set<number>();
  return (items ?? []).flatMap((item, index): ValidationIssue[] => {
    const { line } = item ?? {};
    if (line === undefined || seen.size < seen.add(line).size) return [];
    const detail = 'is named by another item; each line once';
    return [{ pointer: `#/items/${index}/line`, code: 'unique_items', detail }];
  });
}
