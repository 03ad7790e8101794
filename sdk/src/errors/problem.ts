import type { Problem, ProblemError } from '../../../generated/sdk-types.ts';

const TEXT_MEMBERS = /^(code|title|detail|request_id|limited_by|resume_cursor)$/;
const LIST_MEMBERS = /^(allowed|in_use_by|\w+_scopes)$/;

/** The members with the right types. The body should be a problem document, but may be a proxy's page or nothing. */
export function readProblem(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {};
  const members = Object.entries(body).map(([name, value]) => [name, trusted(name, value)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A member with an unknown name is kept if it is a number: an amount, a quantity or a count. */
function trusted(name: string, value: unknown): unknown {
  if (TEXT_MEMBERS.test(name)) return text(value);
  if (LIST_MEMBERS.test(name)) return list(value, isText);
  if (name === 'errors') return list(value, isProblemError);
  return typeof value === 'number' ? value : undefined;
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

function isProblemError(value: unknown): value is ProblemError {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
