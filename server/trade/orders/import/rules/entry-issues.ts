import { centsText, microText, toCents, toMicro } from '../../../../base/money.ts';
import type { ValidationIssue } from '../../../../base/problems/api-problem.ts';
import { futureIssues, pastTime } from '../../rules/past-time.ts';
import { MAX_RETURNED_ITEMS, returnedLineIssues } from '../../rules/returned-quantities.ts';
import { historyIssues, historyOf, type Item, shippedAt } from './history.ts';

type Entry = { readonly reference?: string | null };

/** Where an order contradicts itself. It is valid under the contract. */
export const contradictions = (item: Item): ValidationIssue[] => [
  ...historyIssues(item),
  ...repeatedReferences('payments', item.payments),
  ...repeatedReferences('refunds', item.refunds),
  ...refundIssues(item),
  ...returnIssues(item),
  ...attemptIssues(item),
];

/** The only time that a fact can't have is one to come. */
export const timeIssues = (item: Item, nowMs: number): ValidationIssue[] => [
  ...futureIssues(item.placed_at, '#/placed_at', nowMs),
  ...(item.status_history ?? []).flatMap(({ at }, n) => futureIssues(at, `#/status_history/${n}/at`, nowMs)),
  ...(item.payments ?? []).flatMap((each, n) => futureIssues(each.paid_at, `#/payments/${n}/paid_at`, nowMs)),
  ...(item.refunds ?? []).flatMap((each, n) =>
    futureIssues(each.refunded_at, `#/refunds/${n}/refunded_at`, nowMs),
  ),
  ...(item.returns ?? []).flatMap(({ at }, n) => futureIssues(at, `#/returns/${n}/at`, nowMs)),
  ...(item.delivery_attempts ?? []).flatMap(({ at }, n) =>
    futureIssues(at, `#/delivery_attempts/${n}/at`, nowMs),
  ),
];

function repeatedReferences(name: string, entries: readonly Entry[] = []): ValidationIssue[] {
  const seen = new Set<string>();
  return entries.flatMap(({ reference }, index): ValidationIssue[] => {
    if (!reference || seen.size < seen.add(reference).size) return [];
    const pointer = `#/${name}/${index}/reference`;
    return [{ pointer, code: 'already_exists', detail: `is the reference of another of the ${name}` }];
  });
}

/** Refunds exceed neither what was paid nor, if they name it, the payment. */
function refundIssues({ payments = [], refunds = [] }: Item): ValidationIssue[] {
  const left = payments.map(({ amount }) => toCents(amount));
  let leftOfAll = left.reduce((sum, cents) => sum + cents, 0n);
  return refunds.flatMap(({ amount, payment_id }, index): ValidationIssue[] => {
    const at = `#/refunds/${index}`;
    if (payment_id != null && payment_id > payments.length) {
      const detail = `the order has ${payments.length} payments`;
      return [{ pointer: `${at}/payment_id`, code: 'invalid_reference', detail }];
    }
    const ofPayment = payment_id == null ? leftOfAll : left[payment_id - 1]!;
    const most = ofPayment < leftOfAll ? ofPayment : leftOfAll;
    const cents = toCents(amount);
    if (payment_id != null) left[payment_id - 1] = ofPayment - cents;
    leftOfAll -= cents;
    if (cents <= most) return [];
    const detail = `must be at most ${centsText(most < 0n ? 0n : most)}, what is left of what was paid`;
    return [{ pointer: `${at}/amount`, code: 'refund_exceeds_paid', detail }];
  });
}

function returnIssues(item: Item): ValidationIssue[] {
  const { returns = [], refunds = [], items } = item;
  const shipped = shippedAt(historyOf(item));
  const left = items.map(({ quantity }) => toMicro(quantity));
  const count = returns.reduce((sum, each) => sum + each.items.length, 0);
  if (count > MAX_RETURNED_ITEMS) {
    const detail = `have ${count} items together; ${MAX_RETURNED_ITEMS} are the most`;
    return [{ pointer: '#/returns', code: 'limit_reached', detail }];
  }
  return returns.flatMap(({ items: returned, at, refund_id }, index): ValidationIssue[] => {
    const pointer = `#/returns/${index}`;
    if (shipped === undefined)
      return [{ pointer, code: 'return_not_allowed', detail: 'the order was never shipped' }];
    const issues = [
      ...earlierIssues(at, shipped, pointer),
      ...linesAt(pointer, returnedLineIssues(returned)),
    ];
    if (refund_id != null && refund_id > refunds.length) {
      const detail = `the order has ${refunds.length} refunds`;
      issues.push({ pointer: `${pointer}/refund_id`, code: 'invalid_reference', detail });
    }
    return [...issues, ...returned.flatMap((each, n) => leftIssues(each, left, `${pointer}/items/${n}`))];
  });
}

const linesAt = (at: string, issues: readonly ValidationIssue[]): ValidationIssue[] =>
  issues.map((issue) => ({ ...issue, pointer: at + issue.pointer!.slice(1) }));

/** Takes what came back from what is left of the line. */
function leftIssues(
  { line, quantity }: { readonly line: number; readonly quantity: number },
  left: bigint[],
  at: string,
): ValidationIssue[] {
  const most = left[line - 1];
  if (most === undefined) {
    const detail = left.length === 1 ? 'the order has 1 line' : `the order has ${left.length} lines`;
    return [{ pointer: `${at}/line`, code: 'invalid_reference', detail }];
  }
  left[line - 1] = most - toMicro(quantity);
  if (left[line - 1]! >= 0n) return [];
  const detail = `${most <= 0n ? 'nothing is' : microText(most)} left of the line`;
  return [{ pointer: `${at}/quantity`, code: 'return_exceeds_sold', detail }];
}

function attemptIssues(item: Item): ValidationIssue[] {
  const { delivery_attempts: attempts = [], status } = item;
  let earliest = shippedAt(historyOf(item));
  return attempts.flatMap(({ outcome, at }, index): ValidationIssue[] => {
    const pointer = `#/delivery_attempts/${index}`;
    const issue = (detail: string): ValidationIssue[] => [
      { pointer: `${pointer}/outcome`, code: 'invalid_status_transition', detail },
    ];
    if (earliest === undefined) return issue('the order was never shipped');
    const isLast = index === attempts.length - 1;
    if (outcome === 'delivered' && !(isLast && status === 'Delivered'))
      return issue('delivered is the last attempt of a Delivered order');
    const issues = earlierIssues(at, earliest, pointer);
    earliest = pastTime(at)!;
    return issues;
  });
}

function earlierIssues(at: string, earliest: string, pointer: string): ValidationIssue[] {
  if (pastTime(at)! >= earliest) return [];
  return [{ pointer: `${pointer}/at`, code: 'minimum', detail: `must not be before ${earliest}` }];
}
