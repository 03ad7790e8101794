import { invalidRequest, type ValidationIssue } from './api-problem.ts';

/** What reading the body found in the rows of a batch. A row that isn't an object is refused for that anyway. */
const issuesOfRow = new WeakMap<object, readonly ValidationIssue[]>();

export function noteRowIssues(row: unknown, issues: readonly ValidationIssue[]): void {
  if (typeof row === 'object' && row !== null) issuesOfRow.set(row, issues);
}

/** Refuses a row that can't be kept as it was sent. The other rows of its batch can. */
export function requireSoundRow(row: unknown): void {
  const issues = typeof row === 'object' && row !== null ? issuesOfRow.get(row) : undefined;
  if (issues) throw invalidRequest(issues);
}
