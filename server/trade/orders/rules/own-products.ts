import type { Schemas } from '../../../base/contract.ts';
import { type NamedProduct, type ProductReference, referenceField } from '../../catalogue/rules/reference.ts';

type Line = Pick<Schemas['Order']['items'][number], 'product_id' | 'sku'>;

/**
 * The product of the line that each item names, undefined for one that names none. Each line is named once. SKUs may have been swapped: so lines
 * that are named in their sequence come first, then what they show, and then what their products are called.
 */
export function ownProducts(
  lines: readonly Line[],
  products: readonly NamedProduct[],
  items: readonly ProductReference[],
): (number | undefined)[] {
  const called = new Map(products.map((product) => [product.id, product]));
  const names = lines.map(({ product_id, sku }): readonly (readonly string[])[] => {
    const now = called.get(product_id);
    const external = now?.external_id;
    return [
      [`product_id ${product_id}`],
      [`sku ${sku}`],
      [...(now ? [`sku ${now.sku}`] : []), ...(external == null ? [] : [`external_id ${external}`])],
    ];
  });
  const sent = items.map((item) => `${referenceField(item)} ${item[referenceField(item)]}`);
  const isInSequence = names.every((each, index) => each.flat().includes(sent[index]!));
  if (isInSequence) return items.map((_, index) => lines[index]?.product_id);
  const found = new Map<number, number>();
  const free = new Set(lines.keys());
  for (const way of [0, 1, 2]) {
    const named = new Map<string, number[]>();
    for (const line of free)
      for (const name of names[line]![way]!) {
        if (!named.get(name)?.push(line)) named.set(name, [line]);
      }
    for (const [index, name] of sent.entries()) {
      const line = found.has(index) ? undefined : named.get(name)?.shift();
      if (line === undefined) continue;
      free.delete(line);
      found.set(index, lines[line]!.product_id);
    }
  }
  return items.map((_, index) => found.get(index));
}
