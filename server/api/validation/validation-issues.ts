import { CONSISTENCY_TOKEN, type Operation } from '../../base/contract.ts';
import {
  type IssueCode,
  MAX_VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../base/problems/api-problem.ts';
import { unescapeName } from '../../base/problems/sound-body.ts';
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
export function issuesOf(
  operation: Operation,
  error: unknown,
  body: unknown,
  query: unknown = undefined,
): ValidationIssue[] {
  const refusal = error as
    | { status?: number; path?: string; message?: string; errors?: ValidatorError[] }
    | undefined;
  if (refusal?.status !== 400) return [];
  const { path = '', message = "isn't valid", errors } = refusal;
  const issues = new Map<string, ValidationIssue>();
  for (const error of withoutConsequences(errors ?? [{ path, message }])) {
    const code = CODES[keywordOf(error)] ?? 'format';
    const location = locationOf(error.path); // of several values of a parameter the same
    const key = `${Object.values(location)} ${code}`;
    if (issues.size < MAX_VALIDATION_ISSUES && !issues.has(key))
      issues.set(key, { ...location, code, detail: detailOf(operation, error, body, query) });
  }
  return [...issues.values()];
}

/** Says only that something is wrong in the branch that applies, or with a name, next to what is wrong there. */
const SAYS_NOTHING = /^(if|propertyNames)$/;
/** What else fails at the same value for the same mistake. Of an empty text the pattern says less than that it's empty. */
const CONSEQUENCES: readonly [cause: RegExp, consequences: RegExp][] = [
  [/^type /, /^(?!type )/],
  [/^enum /, /^(minLength|maxLength|pattern|format) /],
  [/^minLength .* 1 /, /^(pattern|format) /],
  [/^format /, /^(pattern|minLength|maxLength) /],
  // A pattern that says how long the text has to be.
  [/^pattern .*\{\d+(,\d+)?\}\$"$/, /^(minLength|maxLength) /],
];

const textOf = (error: ValidatorError): string => `${keywordOf(error)} ${error.message}`;

/** One mistake is one issue. In sequence, because an empty text breaks its format, too, and what is left out must not leave out others. */
function withoutConsequences(errors: readonly ValidatorError[]): ValidatorError[] {
  let kept = errors.filter((error) => !SAYS_NOTHING.test(keywordOf(error)));
  for (const [cause, consequences] of CONSEQUENCES) {
    const covered = new Set(kept.filter((error) => cause.test(textOf(error))).map(({ path }) => path));
    kept = kept.filter((error) => !(covered.has(error.path) && consequences.test(textOf(error))));
  }
  return kept;
}

/** In words, with the other fields that a rule between fields is about. */
function detailOf(operation: Operation, error: ValidatorError, body: unknown, query: unknown): string {
  const [, part, ...path] = error.path.split('/');
  const keyword = keywordOf(error);
  const names = path.map(unescapeName);
  if (part === 'query') return wordingOf(keyword, error.message, valueAt(names, query));
  if (part !== 'body') return wordingOf(keyword, error.message);
  if (keyword === 'not') return alternativesIn(schemaAt(operation, names, body), valueAt(names, body));
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

/** Of each keyword that requests are validated by; a test names one that is missing. An unknown field has one code, whichever refuses it. */
export const CODES: Readonly<Partial<Record<string, IssueCode>>> = {
  type: 'type',
  required: 'required',
  dependentRequired: 'required',
  additionalProperties: 'additional_properties',
  unevaluatedProperties: 'additional_properties',
  readOnly: 'additional_properties',
  // What alternatives are to the validator: adapt-for-validator.ts.
  not: 'one_of',
  enum: 'enum',
  const: 'const',
  format: 'format',
  pattern: 'pattern',
  minimum: 'minimum',
  maximum: 'maximum',
  exclusiveMinimum: 'exclusive_minimum',
  minLength: 'min_length',
  maxLength: 'max_length',
  minItems: 'min_items',
  maxItems: 'max_items',
  uniqueItems: 'unique_items',
  minProperties: 'min_properties',
  maxProperties: 'max_properties',
};

/** The validator has a keyword of its own for the type of strings that have a format. */
const keywordOf = ({ errorCode = 'invalid' }: ValidatorError): string =>
  errorCode.split('.')[0]!.replace('x-eov-type', 'type');
