import { CONSISTENCY_TOKEN, type Operation } from '../../base/contract.ts';
import { MAX_VALIDATION_ISSUES, type ValidationIssue } from '../../base/problems/api-problem.ts';
import { alternativesIn, reasonIn, schemaAt } from './rules-between-fields.ts';
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
export function issuesOf(operation: Operation, error: unknown, body: unknown): ValidationIssue[] {
  const refusal = error as
    | { status?: number; path?: string; message?: string; errors?: ValidatorError[] }
    | undefined;
  if (refusal?.status !== 400) return [];
  const { path = '', message = "isn't valid", errors } = refusal;
  const all = errors ?? [{ path, message }];
  const told = withoutConsequences(all.filter(({ errorCode }) => errorCode !== CONDITION));
  return withoutRepeats(told, (each) => detailOf(operation, each, body));
}

/** Says only that something is wrong in the branch that applies, next to the issues of that branch. */
const CONDITION = 'if.openapi.validation';

/** An empty text has that issue, and not also that of its pattern. */
function withoutConsequences(errors: readonly ValidatorError[]): ValidatorError[] {
  const empty = new Set(errors.filter(isEmptyText).map(({ path }) => path));
  return errors.filter((error) => !(/^(pattern|format)$/.test(keywordOf(error)) && empty.has(error.path)));
}

const isEmptyText = (error: ValidatorError): boolean =>
  keywordOf(error) === 'minLength' && / 1 /.test(error.message);

/** Branches of a union report the same issue several times. */
function withoutRepeats(
  errors: readonly ValidatorError[],
  detailOf: (error: ValidatorError) => string,
): ValidationIssue[] {
  const issues = new Map<string, ValidationIssue>();
  for (const error of errors) {
    const code = codeOf(error);
    const location = locationOf(error.path); // of several values of a parameter the same
    const key = `${Object.values(location)} ${code}`;
    if (issues.size < MAX_VALIDATION_ISSUES && !issues.has(key))
      issues.set(key, { ...location, code, detail: detailOf(error) });
  }
  return [...issues.values()];
}

/** In words, with the other fields that a rule between fields is about. */
function detailOf(operation: Operation, error: ValidatorError, body: unknown): string {
  const [, part, ...path] = error.path.split('/');
  const keyword = keywordOf(error);
  if (part !== 'body') return wordingOf(keyword, error.message);
  const names = path.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'not') return alternativesIn(schemaAt(operation, names, body));
  const [holder, name] = [names.slice(0, -1), names.at(-1) ?? ''];
  const reason = reasonIn(schemaAt(operation, holder, body), name, keyword, valueAt(holder, body));
  return wordingOf(keyword, error.message, valueAt(names, body)) + reason;
}

const valueAt = (names: readonly string[], body: unknown): unknown =>
  names.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);

function locationOf(path: string): Pick<ValidationIssue, 'pointer' | 'parameter' | 'header'> {
  const [, part, ...rest] = path.split('/');
  // A query parameter with several values is named without the value's index.
  const name = (part === 'query' ? rest.slice(0, 1) : rest).join('/');
  if (part === 'body') return { pointer: name ? `#/${name}` : '#' };
  if (part === 'headers') return { header: HEADER_NAMES[name] ?? name };
  return { parameter: name || part || path };
}

/** One code for what is the same to a client. `not` is what alternatives are to the validator: adapt-for-validator.ts. */
const SAME: Readonly<Record<string, string>> = {
  unevaluatedProperties: 'additional_properties',
  dependentRequired: 'required',
  not: 'one_of',
};

/** The JSON Schema keyword in snake_case. */
function codeOf(error: ValidatorError): string {
  const keyword = SAME[keywordOf(error)] ?? keywordOf(error);
  return keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The validator has a keyword of its own for the type of strings that have a format. */
const keywordOf = ({ errorCode = 'invalid' }: ValidatorError): string =>
  errorCode.split('.')[0]!.replace('x-eov-type', 'type');
