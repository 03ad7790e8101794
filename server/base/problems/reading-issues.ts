import type { ValidationIssue } from './api-problem.ts';

/**
 * What reading the body found in it, or in a row of a batch: it can't be kept as it was sent. One that isn't an object is refused for
 * that anyway.
 */
const found = new WeakMap<object, readonly ValidationIssue[]>();

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null;

export function noteReadingIssues(body: unknown, issues: readonly ValidationIssue[]): void {
  if (isObject(body) && issues.length > 0) found.set(body, [...readingIssues(body), ...issues]);
}

export const readingIssues = (body: unknown): readonly ValidationIssue[] =>
  (isObject(body) ? found.get(body) : undefined) ?? [];
