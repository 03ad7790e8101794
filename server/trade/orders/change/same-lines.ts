import type { Schemas } from '../../../base/contract.ts';
import { centsNumber, toCents } from '../../../base/money.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { productsById } from '../../catalogue/products/named-products.ts';
import type { NamedProduct } from '../../catalogue/rules/reference.ts';
import { ownProducts } from '../rules/own-products.ts';

type Items = Schemas['OrderCreate']['items'];
type Lines = Schemas['Order']['items'];

const find = statement('get products of lines', productsById('p.id, p.sku, p.external_id', 'true'));

/**
 * The items, those that name a line's product by its id. Each line is named once: by our id, by the SKU that it shows, or by what its product is
 * called now or was when it was deleted. Another product may have that name since; only an item that names no line is looked up.
 */
export async function withOwnProducts(
  tx: Transaction,
  tenantId: number,
  lines: Lines,
  items: Items,
): Promise<Items> {
  if (items.every(({ product_id }) => product_id !== undefined)) return items;
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const products = await find<NamedProduct>(tx, { tenant_id: tenantId, ids });
  const ownIds = ownProducts(lines, products, items);
  return items.map((item, index) => {
    const product_id = ownIds[index];
    return product_id === undefined ? item : { ...item, product_id };
  });
}

/** Whether the items, with products by id, are those of the order: the same products, quantities and agreed prices, in the same sequence. */
export const areSameLines = (lines: Lines, items: Items): boolean =>
  items.length === lines.length &&
  items.every((item, index) => {
    const line = lines[index]!;
    const agreed = agreedOf(line);
    return (
      item.product_id === line.product_id &&
      item.quantity === line.quantity &&
      item.unit_price === agreed.unit_price &&
      (item.discount ?? 0) === (agreed.discount ?? 0)
    );
  });

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
