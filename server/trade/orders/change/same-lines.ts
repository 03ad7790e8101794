import type { Schemas } from '../../../base/contract.ts';
import { centsNumber, toCents } from '../../../base/money.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { productsNamed } from '../../catalogue/products/named-products.ts';
import { type NamedProduct, productFinder, productReferences } from '../../catalogue/rules/reference.ts';

type Items = Schemas['OrderCreate']['items'];
type Lines = Schemas['Order']['items'];

interface LineProduct extends NamedProduct {
  readonly is_deleted: boolean;
}

const find = statement(
  'find products of lines',
  productsNamed('p.id, p.sku, p.external_id, p.deleted_at IS NOT NULL AS is_deleted', 'true'),
);

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
 * An item names a line's product by the SKU that the line shows, or by what leads to it now. If nothing has that id any more,
 * it may still be that of the line's product, which was deleted.
 */
async function productComparison(
  tx: Transaction,
  tenantId: number,
  lines: Lines,
  items: Items,
): Promise<(item: Items[number], line: Lines[number]) => boolean> {
  const { skus, external_ids } = productReferences(items);
  const isById = items.every(({ product_id }) => product_id !== undefined);
  const ids = lines.map(({ product_id }) => product_id);
  const products = isById
    ? []
    : await find<LineProduct>(tx, { tenant_id: tenantId, ids, skus, external_ids });
  const current = productFinder(products.filter(({ is_deleted }) => !is_deleted));
  const sold = new Map(products.map((product) => [product.id, product]));
  return (item, line) => {
    if (item.product_id !== undefined) return item.product_id === line.product_id;
    if (item.sku === line.sku) return true;
    const found = current(item);
    if (found) return found.id === line.product_id;
    const product = sold.get(line.product_id);
    return item.sku !== undefined ? item.sku === product?.sku : item.external_id === product?.external_id;
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
