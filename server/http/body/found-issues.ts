import {
  type IssueCode,
  MAX_VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../base/problems/api-problem.ts';
import { pointerToken } from '../../base/problems/pointer-token.ts';
import { noteReadingIssues } from '../../base/problems/reading-issues.ts';

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
