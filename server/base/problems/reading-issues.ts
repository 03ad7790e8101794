import { type IssueCode, MAX_VALIDATION_ISSUES, type ValidationIssue } from './api-problem.ts';
import { pointerToken } from './pointer-token.ts';

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

/** The names and indexes from the root of a body to a value. */
export type JsonPath = readonly (string | number)[];

const BODY = 'body';

/** The issues of a body, those of each row of a batch apart. */
export class FoundIssues {
  readonly #hasRows: boolean;
  readonly #found = new Map<number | typeof BODY, ValidationIssue[]>();

  constructor(hasRows: boolean) {
    this.#hasRows = hasRows;
  }

  add(path: JsonPath, code: IssueCode, detail: string): void {
    const row = this.#hasRows && path[0] === 'items' && typeof path[1] === 'number' ? path[1] : BODY;
    const issues = this.#found.get(row) ?? [];
    if (issues.length < MAX_VALIDATION_ISSUES)
      issues.push({ pointer: pointerOf(row === BODY ? path : path.slice(2)), code, detail });
    this.#found.set(row, issues);
  }

  /** The body, and each row, is refused with what is found in it and with what its validation finds. */
  note(body: unknown): void {
    for (const [row, issues] of this.#found)
      noteReadingIssues(
        row === BODY ? body : (body as { readonly items: readonly unknown[] }).items[row],
        issues,
      );
  }
}

/** As a fragment: RFC 6901, 6. */
const pointerOf = (path: JsonPath): string => ['#', ...path.map(pointerToken)].join('/');
