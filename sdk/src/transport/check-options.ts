import { ConfigurationError } from '../errors/tradepost-error.ts';

/** A misspelled name would otherwise be ignored in JavaScript. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name in options)
    if (!known.includes(name))
      throw new ConfigurationError(`There is no option ${name}, only ${known.join(', ')}.`);
}

export function checkHeader(option: string, value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value;
  throw new ConfigurationError(`${option} is empty or not printable ASCII.`);
}

const MAX_TIMER_MS = 2 ** 31 - 1; // a longer timer fires at once

export function checkWholeNumber(option: string, value: number, lowest = 0): number {
  if (value >= lowest && value <= MAX_TIMER_MS && value % 1 === 0) return value;
  throw new ConfigurationError(
    `${option} is ${value}. Pass a whole number from ${lowest} to ${MAX_TIMER_MS}.`,
  );
}

/** In milliseconds. */
export const checkTimeout = (timeoutMs: number): number =>
  checkWholeNumber('timeoutMs', Math.ceil(timeoutMs), 1);
