import type { Answer } from '../contract.ts';

export type ProblemCode = Answer<'ProblemCode'>;
export type ProblemError = Answer<'ProblemError'>;
type Problem = Answer<'Problem'>;

/** What can be trusted of a body that should be a problem document, but may be a proxy's page or nothing at all. */
export function readProblem(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {};
  const { code, title, detail, request_id, errors } = body as Record<string, unknown>;
  return {
    code: text(code),
    title: text(title),
    detail: text(detail),
    request_id: text(request_id),
    errors: Array.isArray(errors) ? errors.filter(isFault) : undefined,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isFault(value: unknown): value is ProblemError {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
