import type { Express, Request, RequestHandler } from 'express';
import type { Operation, OperationId } from '../../base/contract.ts';
import {
  invalidLargeRequest,
  invalidRequest,
  MAX_VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../base/problems/api-problem.ts';
import { readingIssues } from '../../base/problems/reading-issues.ts';
import { pathEncodingIssues } from '../../http/connection/well-formed.ts';
import type { RequestBody } from '../../trade/resources/handler.ts';
import {
  FULL_REPORT_MAX_COST,
  startValidationBudget,
  type ValidationBudget,
} from '../../trade/resources/validation-budget.ts';
import { type Validator, validatorsOf } from './contract-validator/validators.ts';
import { bodyNormalizer, queryNormalizer } from './normalize.ts';
import { entityTagIssues, parameterCheck, timeNormalizer } from './raw-parameters.ts';
import { hasRules, withoutRepeats, withRuleIssues } from './request-rules.ts';
import { issuesOf } from './validation-issues.ts';

/**
 * Validates a request against the contract and our own rules, normalizes what people type, converts parameters and fills in defaults. Schema validation of a
 * large body stops at its first issue.
 */
export function validate(operation: Operation, nowMs: () => number): RequestHandler {
  const validators = validatorsOf(operation);
  const isRuled = hasRules(operation);
  const [checkParameters, normalizeTimes] = [parameterCheck(operation), timeNormalizer(operation)];
  const [normalizeBody, normalizeQuery] = [bodyNormalizer(operation), queryNormalizer(operation)];
  return (req, res, next) => {
    const query = readQuery(normalizeTimes, req);
    // Before the validator converts them.
    const ofParameters = checkParameters(query, req.params);
    const reportsAllIssues =
      !operation.hasBody || validationCost(req.body, FULL_REPORT_MAX_COST) <= FULL_REPORT_MAX_COST;
    const validator = reportsAllIssues ? validators.allIssues : validators.firstIssue;
    normalizeBody?.(req.body);
    const error = validator(operation, req, res);
    normalizeQuery?.(req.query);
    const bySchema = error === undefined ? [] : issuesOf(operation, error, req.body, req.query);
    if (error !== undefined && bySchema.length === 0) return next(error);
    const stages = [
      pathEncodingIssues(operation, req),
      ofParameters,
      entityTagIssues(operation, req),
      operation.hasBody ? readingIssues(req.body) : [],
      bySchema,
    ];
    if (!isRuled && stages.every(({ length }) => length === 0)) return next();
    const found = withoutRepeats(...stages);
    const isComplete = reportsAllIssues || error === undefined;
    const request = { path: req.params, query: req.query, body: req.body as unknown };
    const issues =
      isRuled && isSoundKnown(isComplete, bySchema)
        ? withRuleIssues(operation, request, found, nowMs())
        : found;
    next(problemOf(isComplete, issues));
  };
}

/** Whether all values with an issue are known, so that the rules can rely on the others. */
const isSoundKnown = (isComplete: boolean, bySchema: readonly ValidationIssue[]): boolean =>
  isComplete && bySchema.length < MAX_VALIDATION_ISSUES;

const problemOf = (isComplete: boolean, issues: readonly ValidationIssue[]) =>
  issues.length === 0 ? undefined : isComplete ? invalidRequest(issues) : invalidLargeRequest(issues);

function readQuery(normalizeTimes: (query: string) => string, req: Request): string {
  const [path, rawQuery = ''] = splitOnce(req.originalUrl, '?');
  const query = normalizeTimes(rawQuery);
  if (query !== rawQuery) req.url = req.originalUrl = `${path}?${query}`;
  return query;
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** Compiles an operation's schemas in one of the two sets, unless they are, so that its first client doesn't have to wait for it. */
export async function compileValidators(
  app: Express,
  operation: Operation,
  set: 'allIssues' | 'firstIssue',
): Promise<void> {
  const { error } = validateSyntheticRequest(app, operation, undefined, validatorsOf(operation)[set]);
  // The made-up request isn't valid, so issues are expected. Anything else would be a 500 for each request.
  if (error && issuesOf(operation, error, undefined).length === 0) throw error;
}

export interface BodyValidation {
  readonly app: Express;
  readonly nowMs: () => number;
}

/**
 * Validates a body against an operation that wasn't requested itself: a row of a batch, or an upsert that turns out
 * to create. Returns the body with defaults filled in, or throws the 400 that a request would get. The rows of a
 * batch share a budget. Once it is spent, validation of each further row stops at its first issue.
 */
export async function validateBody<K extends OperationId>(
  { app, nowMs }: BodyValidation,
  operation: Operation & { readonly id: K },
  body: unknown,
  budget: ValidationBudget = startValidationBudget(),
): Promise<RequestBody<K>> {
  const validators = validatorsOf(operation);
  const maxCost = Math.min(FULL_REPORT_MAX_COST, budget.costLeft);
  const cost = validationCost(body, maxCost);
  const reportsAllIssues = cost <= maxCost;
  const validator = reportsAllIssues ? validators.allIssues : validators.firstIssue;
  const copy = shallowCopy(body);
  bodyNormalizer(operation)?.(copy);
  const { error, request } = validateSyntheticRequest(app, operation, copy, validator);
  const bySchema = issuesOf(operation, error, copy);
  if (error && bySchema.length === 0) throw error;
  const found = withoutRepeats(readingIssues(body), bySchema);
  const isComplete = reportsAllIssues || error === undefined;
  const sent = { path: {}, query: {}, body: request.body };
  const issues =
    hasRules(operation) && isSoundKnown(isComplete, bySchema)
      ? withRuleIssues(operation, sent, found, nowMs())
      : found;
  // Valid rows are free: the budget is for collecting issues.
  if (reportsAllIssues && issues.length > 0) budget.costLeft -= cost;
  const problem = problemOf(isComplete, issues);
  if (problem) throw problem;
  return request.body as RequestBody<K>;
}

/**
 * The validator writes defaults into what it validates. A shallow copy is enough: the defaults of nested objects are
 * the same each time, so they may stay in the row, and a deep copy costs more than the validation. It isn't made by spreading:
 * each default would make a hidden class (docs/decisions/spread-last.md). But assigning a member `__proto__` would set the copy's
 * prototype, which no validator sees.
 */
function shallowCopy(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.hasOwn(body, '__proto__') ? { ...body } : Object.assign({}, body);
}

interface SyntheticResult {
  readonly error: unknown;
  readonly request: { readonly body?: unknown };
}

/** Runs the validator on a request that no client sent. */
function validateSyntheticRequest(
  app: Express,
  operation: Operation,
  body: unknown,
  validator: Validator,
): SyntheticResult {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const request = {
    app,
    method: operation.method.toUpperCase(),
    path: operation.route,
    originalUrl: operation.route.replaceAll(/:\w+/g, '1'),
    baseUrl: '',
    headers: operation.hasBody ? { 'content-type': 'application/json' } : {},
    query: {},
    params: Object.fromEntries(names.map((name) => [name, '1'])),
    body,
  };
  return { error: validator(operation, request as never, {} as never), request };
}

/** A value costs as much as 16 characters: 1000 values as much as 16 kB of text. */
export const COST_PER_VALUE = 16;

/**
 * Estimates what collecting every issue of a JSON value may cost: the characters of its keys and strings, and a fixed
 * cost per value. Stops counting above the limit.
 */
export function validationCost(body: unknown, limit: number): number {
  const pending: unknown[] = [body];
  let cost = 0;
  while (pending.length > 0 && cost <= limit) {
    const value = pending.pop();
    cost += COST_PER_VALUE;
    if (typeof value === 'string') cost += value.length;
    else if (Array.isArray(value)) {
      if (value.length * COST_PER_VALUE > limit) return limit + 1;
      pending.push(...value);
    } else if (typeof value === 'object' && value !== null)
      for (const name in value) {
        cost += name.length;
        if (cost > limit) break;
        pending.push((value as Record<string, unknown>)[name]);
      }
  }
  return cost;
}
