import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { productFinder, productReferences } from '../products/reference.ts';
import { findSellableProducts } from './sellable-products.ts';

type Items = Schemas['OrderCreate']['items'];
type Lines = Schemas['Order']['items'];

/** Whether the items are those of the order: the same products, quantities and agreed prices, in the same sequence. */
export async function areSameLines(
  tx: Transaction,
  tenantId: number,
  lines: Lines,
  items: Items,
): Promise<boolean> {
  if (items.length !== lines.length) return false;
  const isById = items.every(({ product_id }) => product_id !== undefined);
  const products = isById ? [] : await findSellableProducts(tx, tenantId, productReferences(items), []);
  const find = productFinder(products);
  return items.every((item, index) => {
    const line = lines[index]!;
    const agreed = agreedOf(line);
    return (
      (item.product_id ?? find(item)?.id) === line.product_id &&
      item.quantity === line.quantity &&
      item.unit_price === agreed.unit_price &&
      (item.discount ?? 0) === (agreed.discount ?? 0)
    );
  });
}

/** The item that orders a line again. An agreed price stays; any other is computed. */
export const toItemBody = (line: Lines[number]): Items[number] => ({
  product_id: line.product_id,
  quantity: line.quantity,
  ...agreedOf(line),
});

const agreedOf = ({
  price_source,
  unit_price,
  discount,
}: Lines[number]): Pick<Items[number], 'unit_price' | 'discount'> =>
  price_source.type === 'agreed' ? { unit_price, discount } : {};
