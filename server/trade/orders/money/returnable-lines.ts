import type { Schemas } from '../../../base/contract.ts';
import { microText, toMicro } from '../../../base/money.ts';
import {
  ApiProblem,
  invalidReferences,
  MAX_VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../../base/problems/api-problem.ts';
import { limitReached } from '../rules/order-entries.ts';
import { leftOf, MAX_RETURNED_ITEMS } from '../rules/returned-quantities.ts';

type Order = Schemas['Order'];
type Items = Schemas['ReturnCreate']['items'];

export function requireRoomForItems({ returns }: Order, items: Items): void {
  const has = returns.reduce((count, one) => count + one.items.length, 0);
  if (has + items.length > MAX_RETURNED_ITEMS)
    throw limitReached(`has ${has} returned items`, MAX_RETURNED_ITEMS);
}

/** Refuses lines that the order doesn't have, or that have less left than would come back. */
export function requireReturnable(order: Order, items: Items): void {
  requireLines(order, items);
  requireLeft(order, items);
}

function requireLines(order: Order, items: Items): void {
  const count = order.items.length;
  const errors = items.flatMap(({ line }, index): ValidationIssue[] => {
    if (line <= count) return [];
    const detail = `the order has ${count === 1 ? '1 line' : `${count} lines`}`;
    return [{ pointer: `#/items/${index}/line`, code: 'invalid_reference', detail }];
  });
  if (errors.length > 0) throw invalidReferences(errors);
}

function requireLeft(order: Order, items: Items): void {
  const errors = items.flatMap(({ line, quantity }, index): ValidationIssue[] => {
    const item = order.items[line - 1]!;
    const left = leftOf(item);
    if (toMicro(quantity) <= left) return [];
    const issue = { pointer: `#/items/${index}/quantity`, code: 'return_exceeds_sold' } as const;
    const detail = `${left === 0n ? 'nothing is' : Number(microText(left))} left of ${item.sku}`;
    return [{ ...issue, detail, sold: item.quantity, returned: item.returned_quantity }];
  });
  if (errors.length === 0) return;
  const lines = errors.length === 1 ? '1 line has' : `${errors.length} lines have`;
  throw new ApiProblem('return_exceeds_sold', `${lines} less left to return; see errors.`, {
    errors: errors.slice(0, MAX_VALIDATION_ISSUES),
  });
}
