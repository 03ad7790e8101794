import type { Problem, ProblemError } from '../../../generated/sdk-types.ts';

const TEXT_MEMBERS = /^(code|title|detail|request_id|limited_by|resume_cursor|existing_external_id)$/;
const LIST_MEMBERS = /^(errors|allowed|in_use_by|\w+_scopes)$/;

/** The members with the right types. The body should be a problem document, but may be a proxy's page or nothing. */
export function readProblem(body: unknown): Partial<Problem> {
  const members = typeof body === 'object' ? Object.entries(body ?? {}) : [];
  const trusted = members.map(([name, value]) => [name, trust(name, value)]);
  return Object.fromEntries(trusted.filter(([, value]) => value !== undefined));
}

/** A member with an unknown name is kept if it is a number: an amount, a quantity or a count. */
function trust(name: string, value: unknown): unknown {
  if (TEXT_MEMBERS.test(name)) return isText(value) && value ? value : undefined;
  if (LIST_MEMBERS.test(name))
    return Array.isArray(value) ? value.filter(name === 'errors' ? isProblemError : isText) : undefined;
  return typeof value === 'number' ? value : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isProblemError = (value: Partial<ProblemError> | null): boolean =>
  isText(value?.code) && isText(value.detail);
