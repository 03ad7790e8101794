import { bundle, contractOperations, type Operation, problems } from '../../base/contract.ts';
import type { ProblemBody, ProblemCode } from '../../base/problems/api-problem.ts';

export interface DocumentedProblem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly advice: string;
  /** From the contract, if it has one. */
  readonly example: ProblemBody | undefined;
  /** The operations that list the code; for a code that none lists, such as `invalid_request`, those that declare its status. */
  readonly operations: readonly Operation[];
}

const examples = Object.values(bundle.components.responses)
  .flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}))
  .map(({ value }) => value as ProblemBody);

/** Every operation that writes has it, as every operation has the other codes that none lists. */
const OF_WRITES = 'outcome_unknown';

export const documentedProblems: ReadonlyMap<string, DocumentedProblem> = new Map(
  (Object.keys(problems) as ProblemCode[]).map((code) => [
    code,
    {
      code,
      ...problems[code],
      example: examples.find((example) => example.code === code),
      operations: operationsWith(code, problems[code].status),
    },
  ]),
);

function operationsWith(code: ProblemCode, status: number): Operation[] {
  const listing = contractOperations.filter((operation) =>
    objectOf(operation)['x-problem-codes']?.includes(code),
  );
  if (listing.length > 0) return listing;
  return contractOperations.filter(
    (operation) =>
      String(status) in objectOf(operation).responses && (code !== OF_WRITES || operation.writes),
  );
}

function objectOf({ path, method }: Operation) {
  return bundle.paths[path]![method]!;
}
