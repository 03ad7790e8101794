import type { Schemas } from '../../../base/contract.ts';
import { centsNumber, toCents } from '../../../base/money.ts';
import { shareAgreedDiscount } from '../rules/agreed-amounts.ts';
import type { OrderFields } from './write-change.ts';

type Order = Schemas['Order'];

/** What follows from changed shipping, charges or agreed discount, while prices and other discounts stay. */
export function amountsAfter(
  order: Order,
  { agreed_discount = order.agreed_discount, ...fields }: Partial<OrderFields>,
): Pick<OrderFields, 'total'> & Partial<OrderFields> {
  const discounted = agreed_discount === order.agreed_discount ? {} : withDiscount(order, agreed_discount);
  const { subtotal, discount_total, shipping_amount, charges_total } = { ...order, ...fields, ...discounted };
  const total =
    toCents(subtotal) - toCents(discount_total) + toCents(shipping_amount) + toCents(charges_total);
  return { ...discounted, total: centsNumber(total) };
}

/** The lines with their shares of another agreed discount. */
function withDiscount(order: Order, agreed: number): Pick<OrderFields, 'items' | 'discount_total'> {
  const own = order.items.map(
    ({ discount, order_discount = 0 }) => toCents(discount) - toCents(order_discount),
  );
  const shares = shareAgreedDiscount(
    toCents(agreed),
    order.items.map(({ product_id }) => ({ productId: product_id })),
    order.items.map(({ subtotal }, index) => toCents(subtotal) - own[index]!),
  );
  const items = order.items.map((item, index) => {
    const discount = own[index]! + shares[index]!;
    return {
      ...item,
      discount: centsNumber(discount),
      total: centsNumber(toCents(item.subtotal) - discount),
      order_discount: centsNumber(shares[index]!),
    };
  });
  const sum = items.reduce((cents, { discount }) => cents + toCents(discount), 0n);
  return { items, discount_total: centsNumber(sum) };
}
