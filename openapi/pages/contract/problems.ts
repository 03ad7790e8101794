import { nameOf } from '../../sdk/document.ts';
import type { Document, ResponseObject } from './document.ts';
import type { Operation } from './operations.ts';

interface ProblemRule {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

/** The body of a problem. */
export interface ProblemExample {
  readonly code: string;
  readonly detail: string;
}

export interface DocumentedProblem extends ProblemRule {
  readonly code: string;
  /** From the contract, if it has one. */
  readonly example: ProblemExample | undefined;
  /** The operations that list the code; for a code that none lists, such as `invalid_request`, those that declare its status. */
  readonly operations: readonly Operation[];
}

/** Every operation that writes has it, as every operation has the other codes that none lists. */
const OF_WRITES = 'outcome_unknown';

/** By code, in the contract's order. */
export function readProblems(
  { components }: Document,
  operations: readonly Operation[],
): ReadonlyMap<string, DocumentedProblem> {
  const { 'x-problems': rules } = components.schemas.ProblemCode as unknown as {
    readonly 'x-problems': Readonly<Record<string, ProblemRule>>;
  };
  const examples = Object.values(components.responses)
    .flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}))
    .map(({ value }) => value as ProblemExample);
  return new Map(
    Object.entries(rules).map(([code, rule]) => [
      code,
      {
        code,
        ...rule,
        example: examples.find((example) => example.code === code),
        operations: operationsWith(code, rule.status, operations, components),
      },
    ]),
  );
}

function operationsWith(
  code: string,
  status: number,
  operations: readonly Operation[],
  { responses: shared }: Document['components'],
): Operation[] {
  const listing = operations.filter((operation) => operation['x-problem-codes']?.includes(code));
  if (listing.length > 0) return listing;
  // A response to a write can say where it was written.
  const isOfWrite = (response: ResponseObject): boolean =>
    'Consistency-Token' in ((response.$ref ? shared[nameOf(response.$ref)]! : response).headers ?? {});
  return operations.filter(
    ({ responses }) =>
      status in responses && (code !== OF_WRITES || Object.values(responses).some(isOfWrite)),
  );
}
