import { TIME_OF_FILTER, textFormat } from '../../base/formats/contract-formats.ts';
import { momentIssue } from '../../base/formats/date-time.ts';
import { isDecimal } from '../../base/formats/masks.ts';
import { nameIssue, withPlainBlanks } from '../../base/formats/visible-text.ts';

type Wording = (detail: string, value: unknown) => string;

/** What the validator says of each keyword, for people who don't know JSON Schema. A message that isn't here stays as it is. */
const WORDINGS: Readonly<Record<string, readonly [RegExp, Wording]>> = {
  type: [/^must be (.+)$/, (types) => `must be ${types.split(',').map(typeInWords).join(' or ')}`],
  required: [/.*/, () => 'is required'],
  dependentRequired: [/when property (\S+) is/, (name) => `is required with ${name}`],
  additionalProperties: [/.*/, () => "isn't a field that this object takes"],
  unevaluatedProperties: [/.*/, () => "isn't a field that this object takes"],
  readOnly: [/.*/, () => "isn't a field that this object takes"],
  format: [/^must match format "(.+)"$/, formatInWords],
  pattern: [/^must match pattern "(.+)"$/s, patternInWords],
  enum: [
    /^must be equal to one of the allowed values: (.+)$/s,
    (values) => `must be one of ${withNull(values)}`,
  ],
  const: [/.*/, () => "isn't the value that belongs here"],
  minimum: [/^must be >= (.+)$/, (least) => `must be at least ${least}`],
  maximum: [/^must be <= (.+)$/, (most) => `must be at most ${most}`],
  exclusiveMinimum: [/^must be > (.+)$/, (bound) => `must be more than ${bound}`],
  exclusiveMaximum: [/^must be < (.+)$/, (bound) => `must be less than ${bound}`],
  multipleOf: [/^must be multiple of (.+)$/, (step) => `must be a multiple of ${step}`],
  minLength: [/(\d+)/, (least) => atLeast(least, 'character')],
  maxLength: [/(\d+)/, (most) => `must have at most ${counted(most, 'character')}`],
  minItems: [/(\d+)/, (least) => atLeast(least, 'element')],
  maxItems: [/(\d+)/, (most) => `must have at most ${counted(most, 'element')}`],
  uniqueItems: [/items (## \d+ and \d+)/, (two) => `must not have an element twice (${elements(two)})`],
  minProperties: [/(\d+)/, (least) => atLeast(least, 'field')],
  maxProperties: [/(\d+)/, (most) => `must have at most ${counted(most, 'field')}`],
};

const VISIBLE = 'must have no invisible characters';
/** How much is quoted of a name that is wrong. */
const QUOTED_CHARACTERS = 60;
/** As many as the longest field takes: a character that nobody sees is looked for no further. */
const SEARCHED_CHARACTERS = 2_000;
/** Keywords that a text can fail because of a character that nobody sees. */
const OF_CHARACTERS = new Set(['format', 'pattern', 'enum']);
/** Of the formats that don't say more about the value. */
const FORMATS: Readonly<Record<string, string>> = {
  money: 'must be an amount with at most 2 decimals',
  quantity: 'must be a quantity with at most 4 decimals',
  price: 'must be a unit price with at most 10 decimals and at most 15 significant digits',
  'external-id': VISIBLE,
  'external-reference': VISIBLE,
  label: VISIBLE,
  name: VISIBLE,
  prose: 'must be a text in which no character was lost',
  reference: VISIBLE,
  sku: VISIBLE,
  state: 'must be a state of Brazil, such as PR',
  'sku-reference': VISIBLE,
  'tax-id': VISIBLE,
  trimmed: VISIBLE,
};

function formatInWords(name: string, value: unknown): string {
  const issue = name === TIME_OF_FILTER ? momentIssue : textFormat(name)?.issue;
  const found = issue?.(typeof value === 'string' ? value.slice(0, SEARCHED_CHARACTERS) : '');
  return found ?? FORMATS[name] ?? `must have the format ${name}`;
}

/** The patterns of the contract's requests. A test names one that is missing. */
const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'must not be blank',
  '^[a-z0-9]+(-[a-z0-9]+)*$': 'must be lower-case letters and digits, with single hyphens between them',
  '^[0-9A-Za-z]{0,5}$': 'must be 1 to 5 digits, or letters without accents, such as 1',
  '^[\\t-\\r ]*[A-Za-z0-9_.-]+[\\t-\\r ]*$':
    'must have only letters without accents, digits, "_", "." and "-"',
  '^[A-Za-z0-9_.-]{1,40}$': 'must have names of 1 to 40 letters without accents, digits, "_", "." and "-"',
  '^2': 'must be a date of the years 2000 to 2999, such as 2026-02-01',
  '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2})$':
    'must be the IANA name of a time zone, such as America/Sao_Paulo, or UTC',
  '^[\\x21-\\x7e]+$': 'must have only visible ASCII characters, and no spaces',
};

/** Of the names in an object, the pattern is what one of them breaks. */
function patternInWords(pattern: string, value: unknown): string {
  const words = PATTERNS[pattern] ?? `must match the pattern ${pattern}`;
  if (typeof value === 'string' && isDecimal(value)) return `${words}: "1.0" of a spreadsheet is 1`;
  if (typeof value !== 'object' || value === null) return words;
  const wrong = Object.keys(value).find((name) => !new RegExp(pattern, 'u').test(name));
  if (wrong === undefined) return words;
  const quoted = JSON.stringify([...wrong].slice(0, QUOTED_CHARACTERS).join(''));
  return `${words}; ${quoted} is none${invisible(wrong) ? `: it ${invisible(wrong)}` : ''}`;
}

/** Blanks are seen, and so is an emoji. */
const invisible = (text: string): string | undefined => nameIssue(withPlainBlanks(text));

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'an integer',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** The validator joins the allowed values, and so writes null as nothing. */
const withNull = (values: string): string =>
  values
    .split(', ')
    .map((value) => value || 'null')
    .join(', ');
const typeInWords = (type: string): string => TYPES[type] ?? type;
const counted = (count: string, noun: string): string => `${count} ${noun}${count === '1' ? '' : 's'}`;
const atLeast = (least: string, noun: string): string =>
  least === '1' ? 'must not be empty' : `must have at least ${counted(least, noun)}`;
const elements = (two: string): string => `${two.replace('##', 'elements')} are the same`;

/**
 * A message of the validator in words that an integrator understands, without the keywords of JSON Schema. `value` is what
 * the message is about, if it's known.
 */
export function wordingOf(keyword: string, message: string, value?: unknown): string {
  const unseen =
    OF_CHARACTERS.has(keyword) && typeof value === 'string' && invisible(value.slice(0, SEARCHED_CHARACTERS));
  // A phone number's are left out, and those of free text stay.
  if (unseen && !/"(?:phone|prose)"/.test(message)) return unseen;
  const [pattern, wording] = WORDINGS[keyword] ?? [];
  const [whole, found = ''] = pattern?.exec(message) ?? [];
  return whole === undefined ? message : wording!(found, value);
}
