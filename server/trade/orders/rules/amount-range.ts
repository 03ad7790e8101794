import { centsNumber, centsText, MAX_CENTS, toUnitPrice } from '../../../base/money.ts';
import {
  ApiProblem,
  MAX_VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../../base/problems/api-problem.ts';
import type { PricedLine } from './price-lines.ts';
import type { Totals } from './totals.ts';

interface Amount {
  /** For use in a sentence. */
  readonly name: string;
  readonly pointer: string;
  readonly cents: bigint;
}

type Line = Pick<PricedLine, 'price' | 'subtotalCents'> & { readonly product: { readonly sku: string } };

/** Refuses unit prices and subtotals above the contract's maximum: those of the lines, otherwise the order's. */
export function requireSubtotalsInRange(lines: readonly Line[]): void {
  requireInRange(lines.map(largestOf));
  const subtotal = lines.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0n);
  requireInRange([{ name: 'subtotal', pointer: '#/items', cents: subtotal }]);
}

/** The unit price if it is too large, since the subtotal then tells nothing more; otherwise the subtotal. */
function largestOf({ product, price, subtotalCents }: Line, index: number): Amount {
  const pointer = `#/items/${index}`;
  const unit = { name: `unit price of ${product.sku}`, pointer, cents: centsUp(price.unitPrice) };
  return exceeds(unit)
    ? unit
    : { name: `subtotal of ${product.sku}`, pointer: `${pointer}/quantity`, cents: subtotalCents };
}

const CENT = toUnitPrice(0.01);
/** A price that is a hundredth of a cent above the maximum is above it. */
const centsUp = (unitPrice: bigint): bigint => (unitPrice + CENT - 1n) / CENT;

/** Refuses a total above the contract's maximum. The subtotal is in range by now, so charges or shipping are the cause. */
export const requireTotalInRange = ({ total, charges }: Pick<Totals, 'total' | 'charges'>): void =>
  requireInRange([
    { name: 'total', pointer: charges > 0n ? '#/charges' : '#/shipping/amount', cents: total },
  ]);

/** Refuses payments that are more together than an order can say. */
export const requirePaidInRange = (cents: bigint, pointer: '#/amount' | '#/payments'): void =>
  requireInRange([{ name: 'sum of the payments', pointer, cents }]);

const exceeds = ({ cents }: Amount): boolean => cents > MAX_CENTS;

function requireInRange(amounts: readonly Amount[]): void {
  const excessive = amounts.filter(exceeds).slice(0, MAX_VALIDATION_ISSUES);
  const [first] = excessive;
  if (!first) return;
  const errors = excessive.map(
    ({ name, pointer, cents }): ValidationIssue => ({
      pointer,
      code: 'amount_out_of_range',
      detail: `the ${name} is ${centsText(cents)}`,
    }),
  );
  const detail = `The ${first.name} is ${centsText(first.cents)}; an amount can be at most ${centsText(MAX_CENTS)}.`;
  throw new ApiProblem('amount_out_of_range', detail, {
    errors,
    members: { maximum: centsNumber(MAX_CENTS) },
  });
}
