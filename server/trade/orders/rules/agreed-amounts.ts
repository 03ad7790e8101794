import type { Schemas } from '../../../base/contract.ts';
import { centsText, lineCents, toCents, toMicro, toUnitPrice } from '../../../base/money.ts';
import { invalidRequest, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Sound } from '../../../base/problems/sound-body.ts';
import { shareOf } from '../../pricing/rules/apply.ts';
import type { Price } from '../../pricing/rules/price.ts';

type ItemBody = Schemas['OrderItemCreate'];

/** What was agreed with the customer for a line, in place of what the service would compute. */
export interface AgreedPrice {
  readonly price: Price;
  /** Off the whole line. */
  readonly discountCents: bigint;
}

/** Undefined members are what a line with a computed price has. */
export function agreedPriceOf({
  unit_price,
  discount = 0,
}: Pick<ItemBody, 'unit_price' | 'discount'>): AgreedPrice | null {
  if (unit_price === undefined) return null;
  const price: Price = {
    unitPrice: toUnitPrice(unit_price),
    source: { type: 'agreed', price_table_id: null },
  };
  return { price, discountCents: toCents(discount) };
}

/** The contract makes sure that there is a price where there is a discount, but can't compute a subtotal. */
export const agreedPriceIssues = (items: Sound<readonly ItemBody[]> | undefined): ValidationIssue[] =>
  items?.flatMap((item, index) => issuesOf(item ?? {}, index)) ?? [];

function issuesOf({ unit_price, discount, quantity }: Sound<ItemBody>, index: number): ValidationIssue[] {
  if (discount === undefined || unit_price === undefined || quantity === undefined) return [];
  const subtotal = lineCents(toUnitPrice(unit_price), toMicro(quantity));
  if (toCents(discount) <= subtotal) return [];
  const detail = `must be at most ${centsText(subtotal)}, the line's subtotal`;
  return [{ pointer: `#/items/${index}/discount`, code: 'maximum', detail }];
}

/** The lines' shares of the order's agreed discount. Refuses one that is more than what other discounts have left of them. */
export function shareAgreedDiscount(
  cents: bigint,
  lines: readonly { readonly productId: number }[],
  remaining: readonly bigint[],
): bigint[] {
  if (cents === 0n) return remaining.map(() => 0n);
  const left = remaining.reduce((sum, each) => sum + each, 0n);
  if (cents <= left) return shareOf(cents, lines, remaining);
  const detail = `must be at most ${centsText(left)}, what is left of the lines`;
  throw invalidRequest([{ pointer: '#/agreed_discount', code: 'maximum', detail }]);
}
