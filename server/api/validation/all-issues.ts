import type { Operation } from '../../base/contract.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';
import { soundBody } from '../../base/problems/sound-body.ts';
import { ruleIssues } from './request-rules.ts';

// One response lists what all stages of the validation find. Where an earlier one has found something, a later one has nothing to say.

type Issues = readonly ValidationIssue[];

export function withoutRepeats(...stages: readonly Issues[]): Issues {
  const found: ValidationIssue[] = [];
  for (const stage of stages) found.push(...stage.filter((issue) => !found.some(isAt(issue))));
  return found;
}

const isAt =
  ({ pointer, parameter, header }: ValidationIssue) =>
  (other: ValidationIssue): boolean =>
    other.pointer === pointer && other.parameter === parameter && other.header === header;

interface SentRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: object;
  readonly body: unknown;
}

/** Adds the issues that our own rules of an operation that has some find in what has none so far. */
export function withRuleIssues(
  operation: Operation,
  { path, query, body }: SentRequest,
  found: Issues,
  nowMs: number,
): Issues {
  const isRefused = found.length > 0;
  const sound = isRefused ? soundBody(body, found) : body;
  const isObject = typeof sound === 'object' && sound !== null && !Array.isArray(sound);
  if (operation.hasBody && !isObject) return found;
  const soundOnly = isRefused ? soundQuery(query, found) : query;
  const request = { path, query: soundOnly, body: isObject ? sound : undefined };
  return withoutRepeats(found, ruleIssues(operation, request, { nowMs, isRefused }));
}

function soundQuery(query: object, found: Issues): object {
  const wrong = new Set(found.map(({ parameter }) => parameter));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.has(name)));
}
