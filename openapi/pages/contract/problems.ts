import {
  type Components,
  type IssueRule,
  type ProblemExample,
  type ProblemRule,
  problemExamples,
} from '../../document.ts';
import type { Operation } from '../../operations.ts';

export interface DocumentedProblem extends ProblemRule {
  readonly code: string;
  /** From the contract, if it has one. */
  readonly example: ProblemExample | undefined;
  /** The operations that list the code; for a code that none lists, such as `invalid_request`, those that declare its status. */
  readonly operations: readonly Operation[];
}

/** What can be the code of an issue but not of a problem. */
export interface DocumentedIssue extends IssueRule {
  readonly code: string;
}

/** In the contract's order. */
export const readIssues = ({ schemas }: Components): readonly DocumentedIssue[] =>
  Object.entries(schemas.IssueCode!['x-issues']!).map(([code, rule]) => ({ code, ...rule }));

/** Every operation that writes has it, as every operation has the other codes that none lists. */
const OF_WRITES = 'outcome_unknown';

/** By code, in the contract's order. */
export function readProblems(
  components: Components,
  operations: readonly Operation[],
): ReadonlyMap<string, DocumentedProblem> {
  const ofRows = rowProblems(operations);
  const examples = [...problemExamples(components), ...ofRows.map(({ problem }) => problem)];
  return new Map(
    Object.entries(components.schemas.ProblemCode!['x-problems']!).map(([code, rule]) => [
      code,
      {
        code,
        ...rule,
        example: examples.find((example) => example.code === code),
        operations: operationsWith(code, rule.status, operations, ofRows),
      },
    ]),
  );
}

/** What operations refuse rows with, by the examples of their results. */
const rowProblems = (operations: readonly Operation[]) =>
  operations.flatMap((operation) =>
    Object.values(operation.responses['200']?.content?.['application/json']?.examples ?? {}).flatMap(
      ({ value }) =>
        (
          (value as { readonly results?: readonly { readonly problem: ProblemExample | null }[] }).results ??
          []
        ).flatMap(({ problem }) => (problem ? [{ operation, problem }] : [])),
    ),
  );

function operationsWith(
  code: string,
  status: number,
  operations: readonly Operation[],
  ofRows: ReturnType<typeof rowProblems>,
): Operation[] {
  const listing = operations.filter((operation) => operation['x-problem-codes']?.includes(code));
  if (listing.length > 0) return listing;
  const refusing = ofRows.filter(({ problem }) => problem.code === code);
  if (refusing.length > 0) return refusing.map(({ operation }) => operation);
  return operations.filter(
    (operation) => status in operation.responses && (code !== OF_WRITES || writes(operation)),
  );
}

/** A response to a write can say where it was written. */
const writes = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ headers = {} }) => 'Consistency-Token' in headers);
