import { KEPT_DIGITS, significantDigits } from '../../base/money.ts';
import type { FoundIssues } from '../../base/problems/reading-issues.ts';
import { endOfString } from './json-limits.ts';

/** May match text, too: this is only a quick test for numbers of 18 digits or with an exponent of 3. */
const LONG_NUMBER = /[\d.]{18}|\d[eE][+-]?\d{3}/;
/** Every double is written in at most 17 digits: 19.99 as 19.989999999999998 by some languages, which is the same double. */
const MAX_DIGITS = 17;
const TOO_LONG = `has more digits than a number can keep; send at most ${KEPT_DIGITS}`;
const TOO_SMALL = 'is too small for a number; it would become 0';
const TOO_LARGE = 'is too large for a number';
const TWICE = 'is more than once in its object';

const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [MINUS, PLUS, POINT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const [SPACE, UPPER_E, LOWER_E] = [0x20, 0x45, 0x65];

/**
 * Finds what JSON.parse loses without a word: digits of a number, and of members with the same name all but the last. Most
 * bodies have no long number and as many members as their text, so they need no second look.
 */
export function findParseLosses(
  raw: Buffer,
  json: string,
  body: unknown,
  members: number,
  found: FoundIssues,
): void {
  if (LONG_NUMBER.test(json) || membersOf(body) !== members) new LossScanner(raw, found).scan();
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += typeof item === 'object' ? membersOf(item) : 0;
  else for (const name in value) count += 1 + membersOf((value as Record<string, unknown>)[name]);
  return count;
}

/** Walks over the tokens of valid JSON. */
class LossScanner {
  readonly #json: Buffer;
  readonly #found: FoundIssues;
  /** Where the scanner is in each open object and array, from the outermost. */
  readonly #path: (string | number)[] = [];
  /** The names of each open object so far; undefined for an array. */
  readonly #names: (Set<string> | undefined)[] = [];
  #at = 0;

  constructor(json: Buffer, found: FoundIssues) {
    this.#json = json;
    this.#found = found;
  }

  scan(): void {
    while (this.#at < this.#json.length) this.#token(this.#json[this.#at]!);
  }

  #token(code: number): void {
    if (code === QUOTE) this.#string();
    else if (code === MINUS || isDigit(code)) this.#number();
    else this.#structure(code);
  }

  #structure(code: number): void {
    if (code === OPEN_OBJECT) this.#open(new Set(), '');
    else if (code === OPEN_ARRAY) this.#open(undefined, 0);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) this.#close();
    else if (code === COMMA) this.#nextItem();
    this.#at += 1;
  }

  #open(names: Set<string> | undefined, place: string | number): void {
    this.#names.push(names);
    this.#path.push(place);
  }

  #close(): void {
    this.#names.pop();
    this.#path.pop();
  }

  #nextItem(): void {
    const index = this.#path.at(-1);
    if (typeof index === 'number') this.#path[this.#path.length - 1] = index + 1;
  }

  #string(): void {
    const start = this.#at;
    const end = endOfString(this.#json, start + 1) + 1;
    this.#at = end;
    while (this.#json[this.#at]! <= SPACE) this.#at += 1;
    if (this.#json[this.#at]! === COLON)
      this.#name(JSON.parse(this.#json.toString('utf8', start, end)) as string);
  }

  #name(name: string): void {
    const names = this.#names.at(-1)!;
    this.#path[this.#path.length - 1] = name;
    if (names.has(name)) this.#found.add(this.#path, 'repeated_member', TWICE);
    names.add(name);
  }

  #number(): void {
    const start = this.#at;
    while (isInNumber(this.#json[this.#at]!)) this.#at += 1;
    const literal = this.#json.toString('utf8', start, this.#at);
    const digits = significantDigits(literal);
    if (digits === '') return;
    if (!Number.isFinite(Number(literal))) this.#found.add(this.#path, 'precision', TOO_LARGE);
    else if (Number(literal) === 0) this.#found.add(this.#path, 'precision', TOO_SMALL);
    else if (isRounded(literal, digits)) this.#found.add(this.#path, 'precision', TOO_LONG);
  }
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isExponent = (code: number): boolean => code === UPPER_E || code === LOWER_E;
const isInNumber = (code: number): boolean =>
  isDigit(code) || isExponent(code) || code === POINT || code === MINUS || code === PLUS;

/** Whether the double has other digits than the literal, such as 10 for 9.9999999999999999. */
const isRounded = (literal: string, digits: string): boolean =>
  digits.length > MAX_DIGITS || significantDigits(Number(literal).toPrecision(digits.length)) !== digits;

/** How UTF-8 JSON writes U+0000 and surrogates. May match an escaped backslash, too: this is only a quick test. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** PostgreSQL refuses U+0000, and unpaired surrogates aren't Unicode. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The rule in words. */
export const STORABLE_TEXT = 'must have no U+0000 and no unpaired surrogate';

/** Finds the text in a body that PostgreSQL can't store. For most bodies the quick test is enough. */
export function findUnstorableText(json: string, body: unknown, found: FoundIssues): void {
  if (json.includes('\\u') && ESCAPED.test(json)) walk(body, [], found);
}

/** A body is nested at most 20 levels deep. An issue of a member's name has the place of its object. */
function walk(value: unknown, path: (string | number)[], found: FoundIssues): void {
  const check = (text: string): void => {
    if (!isStorableText(text)) found.add(path, 'text', STORABLE_TEXT);
  };
  if (typeof value === 'string') check(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    check(name);
    path.push(Array.isArray(value) ? Number(name) : name);
    walk(member, path, found);
    path.pop();
  }
}
