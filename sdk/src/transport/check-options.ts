import { ConfigurationError } from '../errors/tradepost-error.ts';

/** Of a Map, URLSearchParams or Headers nothing would be left. */
export function checkPlain<T>(name: string, value: T): T {
  if (value != null && isPlain(value)) return value;
  throw new ConfigurationError(`${name} isn't a plain object.`);
}

/** A misspelled name would otherwise be ignored in JavaScript. What is undefined is absent. */
export function checkNames(options: object, known: readonly string[], what = 'options'): void {
  for (const name in checkPlain(what, options))
    if (!known.includes(name) && options[name as never] !== undefined)
      throw new ConfigurationError(`There is no option ${name}, only ${known.join(', ')}.`);
}

/** What can be gone through. A text can be too, letter by letter. */
export function checkItems(items: unknown): void {
  if (!isObject(items) || !(Symbol.asyncIterator in items || Symbol.iterator in items))
    throw new ConfigurationError("items isn't a list.");
}

export const isObject = (value: unknown): value is object => Object(value) === value;

/** What is most often copied along with a key. Each is named, because most can't be seen. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty'],
  [/[\r\n]/, 'has a line break'],
  [/\ufeff/, 'has a byte order mark'],
  [/\s/, 'has a blank'],
  [/^['"`]|['"`]$/, 'has quotes'],
];

/** What stands where a text should: a number, null and undefined as they are, of anything else its type. */
export const kindOf = (value: unknown): unknown =>
  value && typeof value !== 'number' ? typeof value : value;

/** What is wrong with a text that needs to match, without quoting it: it may be the key. */
export function checkText(option: string, text: unknown, pattern: RegExp, advice: string): string {
  if (typeof text === 'string' && pattern.test(text)) return text;
  const fault =
    typeof text === 'string' ? FAULTS.find(([sign]) => sign.test(text))?.[1] : `is ${kindOf(text)}`;
  throw new ConfigurationError(`${option} ${fault ?? "isn't valid"}. ${advice}`);
}

/** Whether it's an object literal, of whichever realm: of another object JSON and `{ ...object }` may lose everything. */
export function isPlain(value: unknown): boolean {
  const prototype = Object.getPrototypeOf(value);
  return !prototype || !Object.getPrototypeOf(prototype);
}

/** Of a header. */
export const checkHeader = (option: string, value: unknown): string =>
  checkText(option, value, /^[\x20-\x7e]+$/, 'A header is printable ASCII.');

export const MAX_TIMER_MS = 2 ** 31 - 1; // a longer timer fires at once

export function checkWholeNumber(option: string, value: number, lowest = 0): number {
  if (Number.isInteger(value) && value >= lowest && value <= MAX_TIMER_MS) return value;
  throw new ConfigurationError(
    `${option} is ${value}. Pass a whole number from ${lowest} to ${MAX_TIMER_MS}.`,
  );
}

/** In milliseconds. */
export const checkTimeout = (timeoutMs: number): number => checkWholeNumber('timeoutMs', timeoutMs, 1);

/** Whether undefined, which is the default, or of that type. */
export function checkType<T>(option: string, value: T, type: 'boolean' | 'function'): T {
  if (value === undefined || typeof value === type) return value;
  throw new ConfigurationError(`${option} isn't a ${type}.`);
}
