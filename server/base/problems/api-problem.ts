import type { components } from '../../../generated/openapi.ts';
import { problems } from '../contract.ts';
import { fitProblem, MAX_ISSUES } from './problem-size.ts';

export type ProblemCode = components['schemas']['ProblemCode'];
export type ValidationIssue = components['schemas']['ProblemError'];
export type IssueCode = components['schemas']['IssueCode'];
export type ProblemBody = components['schemas']['Problem'];

type StandardMember = 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id' | 'errors';

export interface ProblemOptions {
  readonly errors?: readonly ValidationIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members that the contract declares for this code. */
  readonly members?: Readonly<Partial<Omit<ProblemBody, StandardMember>>>;
}

/**
 * An error response that the client is meant to see. Unexpected errors aren't ApiProblems; the client only gets their
 * request id.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problems[this.code].status;
  }

  /** The response body, in at most `mostBytes` bytes of JSON. */
  body(requestId: string, mostBytes?: number): ProblemBody {
    const { status, title } = problems[this.code];
    const problem = {
      type: `/docs/problems/${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      request_id: requestId,
      errors: [...(this.options.errors ?? [])],
      ...this.options.members,
    };
    return fitProblem(problem, mostBytes);
  }
}

/** A problem with one field of the body: `problemAt('already_exists', '/sku', …)`. */
export function problemAt(
  code: ProblemCode & IssueCode,
  pointer: string,
  issue: string,
  detail: string,
  members: ProblemOptions['members'] = {},
): ApiProblem {
  return new ApiProblem(code, detail, { errors: [{ pointer: `#${pointer}`, code, detail: issue }], members });
}

/** An issue for each reference of the body that can't be used. */
export function invalidReferences(errors: readonly ValidationIssue[]): ApiProblem {
  const references = errors.length === 1 ? '1 reference' : `${errors.length} references`;
  return new ApiProblem('invalid_reference', `${references} cannot be used; see errors.`, { errors });
}

/** For a key that lacks a scope. `subject` is what needs it: `This operation`. */
export function insufficientScope(
  subject: string,
  required: readonly string[],
  granted: readonly string[],
  errors: readonly ValidationIssue[] = [],
): ApiProblem {
  const has = granted.length > 0 ? granted.join(', ') : 'no scope';
  return new ApiProblem(
    'insufficient_scope',
    `${subject} needs ${required.join(', ')}; the key has ${has}.`,
    { errors, members: { required_scopes: [...required], granted_scopes: [...granted] } },
  );
}

/** The same for an id that doesn't exist and for another tenant's, so nobody learns which ids exist. */
export function notFound(noun: string, parameter: string): ApiProblem {
  const id = parameter === 'external_id' ? parameter : 'id';
  return new ApiProblem('not_found', `There is no ${noun} with this ${id}.`, {
    errors: [{ parameter, code: 'not_found', detail: `no ${noun} has this ${id}` }],
  });
}

/** The client has too many requests in progress at once, however few it sends per minute. */
export function tooManyConcurrent(detail: string, retryAfterSeconds: number): ApiProblem {
  return new ApiProblem('too_many_concurrent_requests', detail, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

export const MAX_VALIDATION_ISSUES = MAX_ISSUES;

export function invalidRequest(found: readonly ValidationIssue[]): ApiProblem {
  const [first] = found;
  if (found.length === 1 && first!.code === 'invalid_tax_id')
    return new ApiProblem('invalid_tax_id', `The tax_id ${first!.detail}.`, { errors: found });
  const errors = found.slice(0, MAX_VALIDATION_ISSUES);
  const count = errors.length === 1 ? '1 issue was' : `${errors.length} issues were`;
  return new ApiProblem('invalid_request', `${count} found in the request; see errors.`, { errors });
}

export function requireNoIssues(found: readonly ValidationIssue[]): void {
  if (found.length > 0) throw invalidRequest(found);
}

/** Validation stopped at the first issue. Even then a union reports one issue per branch. */
export function invalidLargeRequest(errors: readonly ValidationIssue[]): ApiProblem {
  const detail =
    "The request isn't valid; see errors. Only the first issue is listed, because the body is large.";
  return new ApiProblem('invalid_request', detail, { errors });
}
