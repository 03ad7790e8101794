import type { ValidationIssue } from '../../../base/problems/api-problem.ts';

export interface Validity {
  readonly starts_at?: string | null;
  readonly ends_at?: string | null;
}

/** SQL for whether a row is in effect now: from starts_at on, until just before ends_at. */
export const isInEffect = (row: string) =>
  `(${row}.starts_at IS NULL OR ${row}.starts_at <= statement_timestamp())
   AND (${row}.ends_at IS NULL OR statement_timestamp() < ${row}.ends_at)`;

/** A period that doesn't end after its start. */
export function periodIssues({ starts_at, ends_at }: Validity): ValidationIssue[] {
  if (starts_at == null || ends_at == null || Date.parse(starts_at) < Date.parse(ends_at)) return [];
  return [{ pointer: '#/ends_at', code: 'validity', detail: 'must be later than starts_at' }];
}
