import type { Answer } from '../contract.ts';

export type ProblemCode = Answer<'ProblemCode'>;
export type ProblemError = Answer<'ProblemError'>;
export type Problem = Answer<'Problem'>;

/** What can be trusted of a body that should be a problem document, but may be a proxy's page or nothing at all. */
export function readProblem(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {};
  const { code, title, detail, request_id, errors, allowed, required_scopes, granted_scopes } =
    body as Record<string, unknown>;
  return {
    code: text(code),
    title: text(title),
    detail: text(detail),
    request_id: text(request_id),
    errors: list(errors, isFault),
    allowed: list(allowed, isText),
    required_scopes: list(required_scopes, isText),
    granted_scopes: list(granted_scopes, isText),
  };
}

function text(value: unknown): string | undefined {
  return isText(value) && value !== '' ? value : undefined;
}

function list<T>(value: unknown, isItem: (item: unknown) => item is T): T[] | undefined {
  return Array.isArray(value) ? value.filter(isItem) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFault(value: unknown): value is ProblemError {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
