import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { NoFields, Schemas } from '../../../base/contract.ts';
import { centsNumber, centsText, lineCents, microText, toCents, toMicro } from '../../../base/money.ts';
import { problemAt } from '../../../base/problems/api-problem.ts';
import type { NewOrder } from '../place/new-order.ts';
import type { Quote } from '../place/quote.ts';
import { agreedPriceOf } from '../rules/agreed-amounts.ts';
import { amountsOf, buildOrder } from '../rules/build-order.ts';
import { chargesCents, toCharge } from '../rules/charges.ts';
import { orderDetails } from '../rules/order-details.ts';
import { pastTime } from '../rules/past-time.ts';
import type { PricedLine } from '../rules/price-lines.ts';
import { allowedTransitions } from '../rules/status.ts';
import {
  requireExpectedTotal,
  requirePaidInRange,
  requireSubtotalsInRange,
  requireTermsAddUp,
  requireTotalInRange,
  totalsOf,
} from '../rules/totals.ts';
import type { ImportedProduct, Parties } from './references.ts';
import { historyOf, type Item, type Step } from './rules/history.ts';
import { orderShares } from './rules/order-shares.ts';
import { returnedMicro } from './rules/stock-plan.ts';

type Order = Schemas['Order'];

/** What an order records after it was placed. */
export type Recorded = Pick<
  Order,
  | 'status'
  | 'allowed_transitions'
  | 'status_history'
  | 'paid_total'
  | 'paid_at'
  | 'payments'
  | 'refunded_total'
  | 'refunds'
  | 'returns'
  | 'delivery_attempts'
>;

/** An order as it was, ready to be compared or written. */
export interface ImportedOrder {
  readonly item: Item;
  readonly row: NewOrder;
  readonly recorded: Recorded;
  readonly history: readonly Step[];
  readonly lines: readonly PricedLine[];
  readonly items: Order['items'];
}

/** Puts the order together from its sums up. Throws the problem of what contradicts them. */
export function importedOrder(caller: Caller, item: Item, parties: Parties): ImportedOrder {
  const lines = linesOf(item, parties.products);
  const quote = quoteOf(item, lines);
  const request = { customer_id: parties.customerId, items: [] };
  const { items } = amountsOf(caller, request, quote);
  const row = buildOrder(
    caller,
    request,
    quote,
    orderDetails({ ...item, payment_terms: item.payment_terms ?? [] }),
  );
  const history = historyOf(item);
  const sold = items.map((line, index) => ({
    ...line,
    returned_quantity: Number(microText(returnedMicro(item, index + 1).all)),
  }));
  return {
    ...{ item, history, lines, items: sold },
    row: { ...row, items: JSON.stringify(sold) },
    recorded: recordedOf(item, { history, items: sold, total: quote.totals.total, actor: caller.actor }),
  };
}

function linesOf({ items }: Item, products: readonly ImportedProduct[]): PricedLine[] {
  const lines = items.map(({ quantity, unit_price, discount = 0, name }, index): PricedLine => {
    const product = products[index]!;
    const agreed = agreedPriceOf({ unit_price, discount })!;
    const micro = toMicro(quantity);
    return {
      ...{ product: name === undefined ? product : { ...product, name }, quantity, agreed, micro },
      price: agreed.price,
      subtotalCents: lineCents(agreed.price.unitPrice, micro),
    };
  });
  requireSubtotalsInRange(lines);
  return lines;
}

function quoteOf(item: Item, lines: readonly PricedLine[]): Quote {
  const { charges = [], shipping, payment_terms = [], coupon_code = null } = item;
  const agreedByLine = orderShares(item, lines);
  const totals = totalsOf(
    lines.map(({ subtotalCents }) => subtotalCents),
    [lines.map(({ agreed }) => agreed!.discountCents), agreedByLine],
    { shipping: toCents(shipping?.amount ?? 0), charges: chargesCents(charges) },
  );
  requireTotalInRange(totals);
  requireExpectedTotal(totals, item.expected_total);
  requireTermsAddUp(totals, payment_terms);
  const noneApplied = { discounts: [], couponId: null };
  return {
    lines,
    ...noneApplied,
    agreedByLine,
    charges: charges.map(toCharge),
    totals,
    couponCode: coupon_code,
  };
}

interface Context {
  readonly history: readonly Step[];
  readonly items: Order['items'];
  readonly total: bigint;
  readonly actor: string;
}

function recordedOf(item: Item, { history, items, total, actor }: Context): Recorded {
  const { payments = [], refunds = [], returns = [], delivery_attempts: attempts = [], status } = item;
  const [paid, refunded] = [sumOf(payments), sumOf(refunds)];
  requirePaidInRange(paid, '#/payments');
  if (!payments.some(({ allow_overpayment }) => allow_overpayment))
    requirePlausiblePayments(paid - refunded, total);
  return {
    status,
    allowed_transitions: [...allowedTransitions(status)],
    status_history: history.map(({ status: to, reason, at }) => ({ status: to, reason, actor, at })),
    paid_total: centsNumber(paid),
    paid_at:
      paid >= total
        ? (latest(payments.map(({ paid_at }) => pastTime(paid_at)!)) ?? pastTime(item.placed_at))
        : null,
    payments: payments.map(
      ({ amount, method, reference = null, paid_at, allow_overpayment: _, ...unread }, index) => {
        unread satisfies NoFields;
        const notVoided = { voided_at: null, void_reason: null };
        return { id: index + 1, amount, method, reference, paid_at: pastTime(paid_at)!, ...notVoided };
      },
    ),
    refunded_total: centsNumber(refunded),
    refunds: refunds.map(
      ({ amount, reason, reference = null, payment_id = null, refunded_at, ...unread }, index) => {
        unread satisfies NoFields;
        const at = { refunded_at: pastTime(refunded_at)! };
        return { id: index + 1, amount, reason, reference, payment_id, ...at, actor };
      },
    ),
    returns: returns.map(({ items: returned, restock, reason, refund_id = null, at, ...unread }, index) => {
      unread satisfies NoFields;
      const back = returned.map(({ line, quantity }) => ({
        line,
        product_id: items[line - 1]!.product_id,
        quantity,
      }));
      return { id: index + 1, items: back, restock, reason, refund_id, at: pastTime(at)!, actor };
    }),
    delivery_attempts: attempts.map(({ outcome, reason = null, at, ...unread }) => {
      unread satisfies NoFields;
      return { outcome, reason, at: pastTime(at)! };
    }),
  };
}

const sumOf = (entries: readonly { readonly amount: number }[]): bigint =>
  entries.reduce((sum, { amount }) => sum + toCents(amount), 0n);

const latest = (times: readonly string[]): string | undefined => [...times].sort().at(-1);

/** What was paid twice has gone back, unless a payment says that it hasn't. Otherwise one of the payments isn't the order's. */
function requirePlausiblePayments(kept: bigint, total: bigint): void {
  if (kept <= total) return;
  throw problemAt(
    'payment_exceeds_total',
    '/payments',
    `the payments without the refunds are ${centsText(kept)}`,
    `The payments without the refunds are ${centsText(kept)}, more than the total of ${centsText(total)}.`,
    { total: centsNumber(total), paid_total: centsNumber(kept) },
  );
}
