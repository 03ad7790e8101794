import { ApiProblem, MAX_VALIDATION_ISSUES, type ValidationIssue } from '../errors.ts';
import { centsNumber, centsText, MAX_CENTS } from '../money.ts';
import type { PricedLine } from './price-lines.ts';
import type { Totals } from './totals.ts';

interface Amount {
  /** As a sentence names it. */
  readonly name: string;
  readonly pointer: string;
  readonly cents: bigint;
}

type Line = Pick<PricedLine, 'price' | 'subtotalCents'> & { readonly product: { readonly sku: string } };

/** Refuses unit prices and subtotals above what the contract allows: those of the lines, else that of the order. */
export function requireSubtotalsInRange(lines: readonly Line[]): void {
  requireInRange(lines.map(largestOf));
  const subtotal = lines.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0n);
  requireInRange([{ name: 'subtotal', pointer: '#/items', cents: subtotal }]);
}

/** The unit price if it is too large, since the subtotal then says nothing more; else the subtotal. */
function largestOf({ product, price, subtotalCents }: Line, index: number): Amount {
  const pointer = `#/items/${index}`;
  const unit = { name: `unit price of ${product.sku}`, pointer, cents: price.unitCents };
  return exceeds(unit)
    ? unit
    : { name: `subtotal of ${product.sku}`, pointer: `${pointer}/quantity`, cents: subtotalCents };
}

/** Refuses a total above what the contract allows. The subtotal fits, so it is the shipping that makes it too large. */
export const requireTotalInRange = ({ total }: Pick<Totals, 'total'>): void =>
  requireInRange([{ name: 'total', pointer: '#/shipping/amount', cents: total }]);

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
