import { createHash } from 'node:crypto';
import { withoutMask } from '../../../base/formats/tax-id.ts';
import { referenceField } from '../../catalogue/rules/reference.ts';
import { customerField } from './customer-field.ts';
import type { Item } from './rules/history.ts';

/** The customer and the products of an order, by our ids. */
export interface Referred {
  readonly customerId: number;
  /** Of each line. */
  readonly productIds: readonly number[];
}

/**
 * Of what a row names its customer and products by, together with what that is. An order that has the digest was imported with these
 * names, and refers to the same rows still: what they are called today doesn't matter. A digest, because a tax id that was changed or
 * erased must not stay here.
 */
export function referencesDigest(item: Item, { customerId, productIds }: Referred): string {
  const field = customerField(item);
  const name = field === 'customer_tax_id' ? withoutMask(item[field]!) : item[field];
  const lines = item.items.map((line, index) => {
    const product = referenceField(line);
    return [product, line[product], productIds[index]];
  });
  return createHash('sha256')
    .update(JSON.stringify([[field, name, customerId], ...lines, productIds.length]))
    .digest('base64');
}
