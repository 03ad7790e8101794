import type { Schemas } from '../../../base/contract.ts';
import { centsNumber, toCents } from '../../../base/money.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { productsById } from '../../catalogue/products/named-products.ts';
import type { NamedProduct } from '../../catalogue/rules/reference.ts';

type Items = Schemas['OrderCreate']['items'];
type Lines = Schemas['Order']['items'];

const find = statement('get products of lines', productsById('p.id, p.sku, p.external_id', 'true'));

/** Whether the items are those of the order: the same products, quantities and agreed prices, in the same sequence. */
export async function areSameLines(
  tx: Transaction,
  tenantId: number,
  lines: Lines,
  items: Items,
): Promise<boolean> {
  if (items.length !== lines.length) return false;
  const isSameProduct = await productComparison(tx, tenantId, lines, items);
  return items.every((item, index) => {
    const line = lines[index]!;
    const agreed = agreedOf(line);
    return (
      isSameProduct(item, line) &&
      item.quantity === line.quantity &&
      item.unit_price === agreed.unit_price &&
      (item.discount ?? 0) === (agreed.discount ?? 0)
    );
  });
}

/**
 * An item names a line's product by the SKU that the line shows, or by what the product is called now. It may be deleted, and another one
 * may have its names since.
 */
async function productComparison(
  tx: Transaction,
  tenantId: number,
  lines: Lines,
  items: Items,
): Promise<(item: Items[number], line: Lines[number]) => boolean> {
  const isById = items.every(({ product_id }) => product_id !== undefined);
  const ids = isById ? [] : [...new Set(lines.map(({ product_id }) => product_id))];
  const products = isById ? [] : await find<NamedProduct>(tx, { tenant_id: tenantId, ids });
  const sold = new Map(products.map((product) => [product.id, product]));
  return (item, line) => {
    if (item.product_id !== undefined) return item.product_id === line.product_id;
    if (item.sku === undefined) return item.external_id === sold.get(line.product_id)?.external_id;
    return item.sku === line.sku || item.sku === sold.get(line.product_id)?.sku;
  };
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
  order_discount = 0,
}: Lines[number]): Pick<Items[number], 'unit_price' | 'discount'> =>
  price_source.type === 'agreed'
    ? { unit_price, discount: centsNumber(toCents(discount) - toCents(order_discount)) }
    : {};
