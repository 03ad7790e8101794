import { type Bundle, bundle, contractOperations, type Operation, problems } from '../../contract.ts';
import type { ProblemBody, ProblemCode } from '../../errors.ts';

export interface DocumentedProblem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly advice: string;
  /** From the contract, if it has one. */
  readonly example: ProblemBody | undefined;
  /** The operations that declare this status. */
  readonly operations: readonly Operation[];
}

const examples = Object.values(bundle.components.responses)
  .flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}))
  .map(({ value }) => value as ProblemBody);

export const documentedProblems: ReadonlyMap<string, DocumentedProblem> = new Map(
  (Object.keys(problems) as ProblemCode[]).map((code) => [
    code,
    {
      code,
      ...problems[code],
      example: examples.find((example) => example.code === code),
      operations: operationsWith(bundle, problems[code].status),
    },
  ]),
);

function operationsWith({ paths }: Bundle, status: number): Operation[] {
  return contractOperations.filter(({ path, method }) => String(status) in paths[path]![method]!.responses);
}
