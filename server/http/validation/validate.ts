import type { Express, RequestHandler } from 'express';
import type { Operation, OperationId } from '../../contract.ts';
import { invalidLargeRequest, invalidRequest, type ValidationIssue } from '../../errors.ts';
import type { RequestBody } from '../../handler.ts';
import {
  FULL_REPORT_MAX_COST,
  startValidationBudget,
  type ValidationBudget,
} from '../../validation-budget.ts';
import { encodePlusInTimes, parameterIssues } from './raw-parameters.ts';
import { validationCost } from './validation-cost.ts';
import { toValidationIssues, type ValidatorError } from './validation-issues.ts';
import { runValidator, type Validator, validatorsOf } from './validators.ts';

/**
 * Checks a request against the contract, turns its parameters into values and puts defaults in. Checking a large body
 * stops at its first issue.
 */
export function validate(operation: Operation): RequestHandler {
  const { allIssues, firstIssue } = validatorsOf(operation);
  return (req, res, next) => {
    const [path, rawQuery = ''] = splitOnce(req.originalUrl, '?');
    const query = encodePlusInTimes(operation, rawQuery);
    if (query !== rawQuery) req.url = req.originalUrl = `${path}?${query}`;
    const issues = parameterIssues(operation, query, req.params);
    const reportsAllIssues =
      !operation.hasBody || validationCost(req.body, FULL_REPORT_MAX_COST) <= FULL_REPORT_MAX_COST;
    runValidator(reportsAllIssues ? allIssues : firstIssue, req, res, (error?: unknown) => {
      const found = [...issues, ...issuesOf(error).filter((issue) => !issues.some(sameParameter(issue)))];
      if (found.length > 0)
        return next(reportsAllIssues ? invalidRequest(found) : invalidLargeRequest(found));
      next(error);
    });
  };
}

const sameParameter =
  (issue: ValidationIssue) =>
  (other: ValidationIssue): boolean =>
    issue.parameter !== undefined && other.parameter === issue.parameter;

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** A refusal of the validator has status 400; it names its one fault itself where it gives no list. */
function issuesOf(error: unknown): ValidationIssue[] {
  const refusal = error as
    | { status?: number; path?: string; message?: string; errors?: ValidatorError[] }
    | undefined;
  if (refusal?.status !== 400) return [];
  return toValidationIssues(
    refusal.errors ?? [{ path: refusal.path ?? '', message: refusal.message ?? 'is not valid' }],
  );
}

/** Compiles the schemas of an operation now: on first use it takes up to a second, which a client would wait for. */
export async function compileValidators(app: Express, operation: Operation): Promise<void> {
  const { allIssues, firstIssue } = validatorsOf(operation);
  await validateSyntheticRequest(app, operation, undefined, allIssues);
  if (operation.hasBody) await validateSyntheticRequest(app, operation, undefined, firstIssue);
}

/**
 * Checks a body as the contract wants it for an operation that was not requested itself: a row of a batch, or an upsert
 * that turns out to create. Answers the body with the defaults put in, or throws the 400 that a request would get. Rows
 * share a budget: when it is spent, checking each further row stops at its first issue.
 */
export async function validateBody<K extends OperationId>(
  app: Express,
  operation: Operation & { readonly id: K },
  body: unknown,
  budget: ValidationBudget = startValidationBudget(),
): Promise<RequestBody<K>> {
  const { allIssues, firstIssue } = validatorsOf(operation);
  const maxCost = Math.min(FULL_REPORT_MAX_COST, budget.costLeft);
  const cost = validationCost(body, maxCost);
  const reportsAllIssues = cost <= maxCost;
  const { error, request } = await validateSyntheticRequest(
    app,
    operation,
    shallowCopy(body),
    reportsAllIssues ? allIssues : firstIssue,
  );
  const issues = issuesOf(error);
  // A row that is valid has made no issues.
  if (reportsAllIssues && issues.length > 0) budget.costLeft -= cost;
  if (issues.length > 0) throw reportsAllIssues ? invalidRequest(issues) : invalidLargeRequest(issues);
  if (error) throw error;
  return request.body as RequestBody<K>;
}

/**
 * The validator puts defaults into what it checks. Those of nested objects may stay in the row: they are the same whenever
 * it is checked, and a deep copy costs more than the check.
 */
const shallowCopy = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : body;

interface SyntheticResult {
  readonly error: unknown;
  readonly request: { readonly body?: unknown };
}

/** Lets the validator see a request that nobody sent. */
function validateSyntheticRequest(
  app: Express,
  operation: Operation,
  body: unknown,
  chain: Validator,
): Promise<SyntheticResult> {
  const request = {
    app,
    method: operation.method.toUpperCase(),
    path: operation.route,
    originalUrl: operation.route.replaceAll(/:\w+/g, '1'),
    baseUrl: '',
    headers: operation.hasBody ? { 'content-type': 'application/json' } : {},
    query: {},
    params: {},
    body,
  };
  return new Promise((resolve) =>
    runValidator(chain, request as never, {} as never, (error?: unknown) => resolve({ error, request })),
  );
}
