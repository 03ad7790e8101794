import { ApiProblem, problemAt } from '../../../base/problems/api-problem.ts';

/**
 * Each payment, refund, return and delivery attempt is part of the order's document, which every event and list repeats. 100 are far
 * more than installments need, and take 300 kB at most: what 500 lines take.
 */
const MAX_ENTRIES = 100;

type Kind = 'payment' | 'refund' | 'return' | 'delivery attempt';

export function requireRoom(kind: Kind, entries: readonly unknown[]): void {
  if (entries.length >= MAX_ENTRIES) throw limitReached(`has ${entries.length} ${kind}s`, MAX_ENTRIES);
}

export function limitReached(has: string, limit: number): ApiProblem {
  return new ApiProblem('limit_reached', `The order ${has} and can't have more.`, {
    errors: [{ parameter: 'order_id', code: 'limit_reached', detail: has }],
    members: { limit },
  });
}

/** Refuses a reference that is already recorded: probably a retry without its Idempotency-Key. */
export function requireNewReference(
  kind: Kind,
  entries: readonly { readonly id: number; readonly reference: string | null }[],
  reference: string | null,
  pointer = '/reference',
): void {
  // Clients that have no reference send null or an empty string. Older entries may have blanks around theirs.
  const existing = reference
    ? entries.find((entry) => entry.reference?.trim() === reference.trim())
    : undefined;
  if (!existing) return;
  throw problemAt(
    'already_exists',
    pointer,
    `is the reference of another ${kind} of the order`,
    `The order already has a ${kind} with this reference.`,
    { existing_id: existing.id, existing_external_id: null },
  );
}
