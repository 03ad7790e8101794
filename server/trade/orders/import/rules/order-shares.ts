import { centsText, toCents } from '../../../../base/money.ts';
import { invalidRequest } from '../../../../base/problems/api-problem.ts';
import { shareAgreedDiscount } from '../../rules/agreed-amounts.ts';
import type { PricedLine } from '../../rules/price-lines.ts';
import type { Item } from './history.ts';

/** What the order's discount took off each line, in cents: as the record has it, or computed as for a new order. */
export function orderShares({ items, agreed_discount }: Item, lines: readonly PricedLine[]): bigint[] {
  const remaining = lines.map(({ subtotalCents, agreed }) => subtotalCents - agreed!.discountCents);
  if (items.every(({ order_discount }) => order_discount === undefined)) {
    const carts = lines.map(({ product }) => ({ productId: product.id }));
    return shareAgreedDiscount(toCents(agreed_discount ?? 0), carts, remaining);
  }
  const shares = items.map(({ order_discount = 0 }) => toCents(order_discount));
  const excessive = shares.findIndex((share, index) => share > remaining[index]!);
  if (excessive >= 0) {
    const detail = `must be at most ${centsText(remaining[excessive]!)}, what the line's discount has left of it`;
    throw invalidRequest([{ pointer: `#/items/${excessive}/order_discount`, code: 'maximum', detail }]);
  }
  const sum = shares.reduce((total, share) => total + share, 0n);
  if (agreed_discount !== undefined && toCents(agreed_discount) !== sum) {
    const detail = `must be ${centsText(sum)}, the sum of the lines' order_discount`;
    throw invalidRequest([{ pointer: '#/agreed_discount', code: 'const', detail }]);
  }
  return shares;
}
