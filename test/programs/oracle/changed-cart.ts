// What an order's amounts follow from after a change, by the description of updateOrder alone.
import type { Cart, CartChange, Refused, Shop } from './shop.ts';

/** An order, the shop that its prices are from, and the shop of now as it would be without the order. */
export interface Placed {
  readonly cart: Cart;
  readonly pricedBy: Shop;
  readonly now: Shop;
}

const linesOf = ({ items }: Pick<Cart, 'items'>): string =>
  JSON.stringify(
    items.map(({ product_id, quantity, unit_price, discount = 0 }) => [
      ...[product_id, quantity, unit_price, discount],
    ]),
  );
const pricingOf = ({ coupon_code, price_table_id, ...cart }: Cart): string =>
  JSON.stringify([linesOf(cart), coupon_code?.toLowerCase(), price_table_id]);

/** With other lines, another coupon or price table the prices are those of now; otherwise they stay as they are. */
export function changedCart({ cart, pricedBy, now }: Placed, change: CartChange): Placed | Refused {
  const changed = { ...cart, ...change };
  const chargesLines = cart.charges.some(({ item }) => typeof item === 'number');
  if (chargesLines && change.charges === undefined && linesOf(changed) !== linesOf(cart))
    return { refused: 'invalid_request' };
  return { cart: changed, pricedBy: pricingOf(changed) === pricingOf(cart) ? pricedBy : now, now };
}
