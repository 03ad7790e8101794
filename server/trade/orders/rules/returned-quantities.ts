import type { Schemas } from '../../../base/contract.ts';
import { milliText, toMilli } from '../../../base/money.ts';

type Item = Schemas['OrderItem'];

/** What can still come back of a line, in thousandths of a unit. */
export const leftOf = ({ quantity, returned_quantity }: Item): bigint =>
  toMilli(quantity) - toMilli(returned_quantity);

export interface ProductQuantity {
  readonly productId: number;
  readonly milli: bigint;
}

/** What can still come back of an order, by line. */
export const leftOfLines = ({ items }: Schemas['Order']): ProductQuantity[] =>
  items.map((item) => ({ productId: item.product_id, milli: leftOf(item) }));

/** The quantities of lines added up by product, as decimal text. Products with nothing are left out. */
export function quantitiesByProduct(quantities: readonly ProductQuantity[]): Map<number, string> {
  const sums = new Map<number, bigint>();
  for (const { productId, milli } of quantities) sums.set(productId, (sums.get(productId) ?? 0n) + milli);
  return new Map([...sums].filter(([, milli]) => milli > 0n).map(([id, milli]) => [id, milliText(milli)]));
}
