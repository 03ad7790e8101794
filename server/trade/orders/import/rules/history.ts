import type { Schemas } from '../../../../base/contract.ts';
import type { ValidationIssue } from '../../../../base/problems/api-problem.ts';
import { pastTime } from '../../rules/past-time.ts';
import { canTransition, type OrderStatus } from '../../rules/status.ts';

export type Item = Schemas['OrderImportItem'];

export interface Step {
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly restock: boolean;
  /** In the API's format. */
  readonly at: string;
}

/** The way to each status, for an order that doesn't say how it came to it. */
const SHORTEST: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  Pending: ['Pending'],
  In_Transit: ['Pending', 'In_Transit'],
  Delivered: ['Pending', 'In_Transit', 'Delivered'],
  Canceled: ['Pending', 'Canceled'],
};

/** How the order came to its status, oldest first. */
export function historyOf({ status, status_history, placed_at, delivery_attempts = [] }: Item): Step[] {
  if (status_history)
    return status_history.map(({ status: to, at, reason = null, restock = false }) => ({
      ...{ status: to, reason, restock, at: pastTime(at)! },
    }));
  const deliveredAt = delivery_attempts.find(({ outcome }) => outcome === 'delivered')?.at;
  return SHORTEST[status].map((to) => ({
    ...{ status: to, reason: null, restock: false },
    at: pastTime((to === 'Delivered' ? deliveredAt : undefined) ?? placed_at)!,
  }));
}

export const shippedAt = (history: readonly Step[]): string | undefined =>
  history.find(({ status }) => status === 'In_Transit')?.at;

export function historyIssues(item: Item): ValidationIssue[] {
  if (!item.status_history) return [];
  const steps = historyOf(item);
  const last = steps.at(-1)!;
  const issues = steps.flatMap((step, index) => stepIssues(item, step, index, steps[index - 1]));
  if (issues.length > 0 || last.status === item.status) return issues;
  const detail = `must be ${last.status}, the last of status_history`;
  return [{ pointer: '#/status', code: 'const', detail }];
}

function stepIssues(item: Item, step: Step, index: number, before: Step | undefined): ValidationIssue[] {
  const at = `#/status_history/${index}`;
  const follows = before ? canTransition(before.status, step.status) : step.status === 'Pending';
  const issues: ValidationIssue[] = [];
  if (!follows) {
    const detail = before ? `cannot follow ${before.status}` : 'must be Pending, the first status';
    issues.push({ pointer: `${at}/status`, code: 'invalid_status_transition', detail });
  }
  const earliest = before?.at ?? pastTime(item.placed_at)!;
  if (step.at < earliest)
    issues.push({ pointer: `${at}/at`, code: 'minimum', detail: `must not be before ${earliest}` });
  if (step.restock && !(step.status === 'Canceled' && before?.status === 'In_Transit')) {
    const detail = 'only goods of an order that was canceled in transit come back this way';
    issues.push({ pointer: `${at}/restock`, code: 'const', detail });
  }
  return issues;
}
