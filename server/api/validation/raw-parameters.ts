import type { Request } from 'express';
import type { Operation, Parameter } from '../../base/contract.ts';
import { normalizeDateTime } from '../../base/formats/date-time.ts';
import type { IssueCode, ValidationIssue } from '../../base/problems/api-problem.ts';
import { isStorableText, STORABLE_TEXT } from '../../http/body/body-issues.ts';

const INTEGER = /^-?(0|[1-9][0-9]{0,15})$/;

export type ParameterCheck = (query: string, path: Readonly<Record<string, unknown>>) => ValidationIssue[];

/**
 * Finds issues that only show in the raw text of the parameters. The validator sees decoded and converted values: it
 * accepts 0x10 as 16 and silently rounds 9007199254740993.
 */
export function parameterCheck({ parameters }: Operation): ParameterCheck {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const byName = new Map(inQuery.map((parameter) => [parameter.name, parameter]));
  return (query, path) => [
    ...inPath.flatMap((parameter) => valueIssues(parameter, String(path[parameter.name]))),
    ...(query === '' ? [] : queryIssues(byName, query)),
  ];
}

function queryIssues(byName: ReadonlyMap<string, Parameter>, query: string): ValidationIssue[] {
  const seen = new Set<string>();
  return query.split('&').flatMap((pair) => {
    if (pair === '') return [];
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName) ?? rawName;
    const parameter = byName.get(name);
    if (!parameter) return [issue(name, 'unknown_parameter', "isn't a parameter of this operation")];
    if (seen.has(name)) return [issue(name, 'repeated', 'must be given only once')];
    seen.add(name);
    const value = decode(rest.join('='));
    return value === undefined
      ? [issue(name, 'encoding', 'must be percent-encoded UTF-8')]
      : valueIssues(parameter, value);
  });
}

/**
 * Writes the times of a query as RFC 3339, before the validator reads them. A raw `+` in one, which forms write for a space, is the
 * offset in `2026-01-01T00:00:00+00:00`, which many clients send unencoded. It's a space after the date and before a sign.
 */
export function timeNormalizer({ parameters }: Operation): (query: string) => string {
  const times = parameters.filter((one) => one.in === 'query' && one.schema.format === 'date-time');
  const names = new Set(times.map(({ name }) => name));
  const isTime = (pair: string) => names.has(decode(pair.split('=', 1)[0]!) ?? '');
  return (query) =>
    names.size === 0 || query === ''
      ? query
      : query
          .split('&')
          .map((pair) => (isTime(pair) ? normalizeTime(pair) : pair))
          .join('&');
}

function normalizeTime(pair: string): string {
  const [name = '', ...rest] = pair.replaceAll('+', '%2B').split('=');
  const time = decode(rest.join('='))?.replace(/^(\d{4}-\d{2}-\d{2})\+|\+(?=[+-])/g, '$1 ');
  return time ? `${name}=${encodeURIComponent(normalizeDateTime(time))}` : pair;
}

function valueIssues({ name, schema }: Parameter, value: string): ValidationIssue[] {
  const isInteger = schema.type === 'integer';
  if (isInteger && INTEGER.test(value)) return [];
  if (value === '') return [issue(name, 'min_length', 'must not be empty')];
  if (!isStorableText(value)) return [issue(name, 'text', STORABLE_TEXT)];
  return isInteger ? [issue(name, 'type', 'must be an integer in decimal digits')] : [];
}

/** Decodes as forms do: `+` is a space. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const issue = (parameter: string, code: IssueCode, detail: string): ValidationIssue => ({
  parameter,
  code,
  detail,
});

const CONDITIONAL_METHODS = ['put', 'patch', 'delete'];
const HEADERS = ['If-Match', 'If-None-Match'];
/** `*`, or a list of entity tags (RFC 9110, 8.8.3 and 13.1). A list may have empty elements (RFC 9110, 5.6.1.2). */
const ENTITY_TAGS = /^(?:\*|[\t ,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[\t ]*(?:,[\t ,]*|$))+)$/;

/**
 * Malformed If-Match and If-None-Match headers of a write, which are a 400 (RFC 9110, 15.5.1). Comparing them would
 * be worse than refusing: a malformed tag matches nothing, so with If-None-Match the write would overwrite what the
 * client meant to protect. On a GET it would only cost a 304, and is ignored.
 */
export function entityTagIssues({ method }: Operation, req: Request): ValidationIssue[] {
  if (!CONDITIONAL_METHODS.includes(method)) return [];
  return HEADERS.filter((header) => isMalformed(req.get(header))).map((header) => ({
    header,
    code: 'format',
    detail: 'must be * or a list of entity tags in double quotes, such as "3-120/8"',
  }));
}

/** An empty header is refused by the contract's minLength. */
const isMalformed = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && !ENTITY_TAGS.test(value.trim());
