import { CONSISTENCY_TOKEN } from '../../base/contract.ts';
import { MAX_VALIDATION_ISSUES, type ValidationIssue } from '../../base/problems/api-problem.ts';
import { wordingOf } from './wording.ts';

/** One entry of express-openapi-validator: `/body/items/0/quantity`, `maximum.openapi.validation`. */
interface ValidatorError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  'if-match': 'If-Match',
  'if-none-match': 'If-None-Match',
  'idempotency-key': 'Idempotency-Key',
  'consistency-token': CONSISTENCY_TOKEN,
};

/** The issues in an error of the validator: a list, or the error itself. Empty unless the error is a 400. */
export function issuesOf(error: unknown, body: unknown): ValidationIssue[] {
  const refusal = error as
    | { status?: number; path?: string; message?: string; errors?: ValidatorError[] }
    | undefined;
  if (refusal?.status !== 400) return [];
  const { path = '', message = "isn't valid", errors } = refusal;
  const all = errors ?? [{ path, message }];
  return withoutRepeats(withoutConsequences(all.filter(({ errorCode }) => errorCode !== CONDITION)), body);
}

/** Says only that something is wrong in the branch that applies, next to the issues of that branch. */
const CONDITION = 'if.openapi.validation';

/** An empty text has that issue, and not also that of its pattern. An object that lacks each of the fields that stand for each other has one. */
function withoutConsequences(errors: readonly ValidatorError[]): ValidatorError[] {
  const empty = new Set(errors.filter(isEmptyText).map(({ path }) => path));
  const kept: ValidatorError[] = [];
  for (const error of errors) {
    if (/^(pattern|format)$/.test(keywordOf(error)) && empty.has(error.path)) continue;
    kept.push(keywordOf(error) === 'oneOf' ? withAlternatives(error, lackedBefore(error, kept)) : error);
  }
  return kept;
}

const isEmptyText = (error: ValidatorError): boolean =>
  keywordOf(error) === 'minLength' && / 1 /.test(error.message);

/** Takes away the fields that the branches of a union require: each branch names its own, just before the union's issue. */
function lackedBefore({ path }: ValidatorError, errors: ValidatorError[]): string[] {
  const isBranch = (error: ValidatorError | undefined) =>
    error && keywordOf(error) === 'required' && error.path.replace(/\/[^/]*$/, '') === path;
  const names: string[] = [];
  while (isBranch(errors.at(-1))) names.unshift(errors.pop()!.path.split('/').at(-1)!);
  return names;
}

/** Where two of three are there, the branches only name the third. */
const withAlternatives = (error: ValidatorError, names: readonly string[]): ValidatorError =>
  names.length > 1 ? { ...error, message: names.join(', ').replace(/, ([^,]*)$/, ' and $1') } : error;

/** Branches of a union report the same issue several times. */
function withoutRepeats(errors: readonly ValidatorError[], body: unknown): ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>();
  for (const error of errors) {
    const code = codeOf(error);
    const location = locationOf(error.path); // of several values of a parameter the same
    const key = `${Object.values(location)} ${code}`;
    if (issues.size < MAX_VALIDATION_ISSUES && !issues.has(key))
      issues.set(key, {
        ...location,
        code,
        detail: wordingOf(keywordOf(error), error.message, valueAt(error.path, body)),
      });
  }
  return [...issues.values()];
}

/** The value that an error of the body is about. */
function valueAt(path: string, body: unknown): unknown {
  const [, part, ...names] = path.split('/');
  if (part !== 'body') return undefined;
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
}

function locationOf(path: string): Pick<ValidationIssue, 'pointer' | 'parameter' | 'header'> {
  const [, part, ...rest] = path.split('/');
  // A query parameter with several values is named without the value's index.
  const name = (part === 'query' ? rest.slice(0, 1) : rest).join('/');
  if (part === 'body') return { pointer: name ? `#/${name}` : '#' };
  if (part === 'headers') return { header: HEADER_NAMES[name] ?? name };
  return { parameter: name || part || path };
}

/** The JSON Schema keyword in snake_case. An unknown field has one code, whichever keyword refused it. */
function codeOf(error: ValidatorError): string {
  const keyword = keywordOf(error);
  if (keyword === 'unevaluatedProperties') return 'additional_properties';
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The validator has a keyword of its own for the type of strings that have a format. */
const keywordOf = ({ errorCode = 'invalid' }: ValidatorError): string =>
  errorCode.split('.')[0]!.replace('x-eov-type', 'type');
