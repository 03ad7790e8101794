import {
  CENTS_DECIMALS,
  decimalsOf,
  KEPT_DIGITS,
  PRICE_DECIMALS,
  QUANTITY_DECIMALS,
  significantDigits,
} from '../money.ts';
import { isCityCode } from './city-code.ts';
import { isGtin } from './gtin.ts';
import { isAccessKey } from './nfe-key.ts';
import { parseUrl } from './parse-url.ts';

/** Offsets end at 15:59, as in PostgreSQL. No time zone has more than 14 hours. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;
/** PostgreSQL has no year 0. */
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** A fraction of a second finer than milliseconds. */
const BEYOND_MS = /^\.\d{3}\d*[1-9]/;
const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** Date turns February 30 into March 2. */
function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

const isDate = (text: string): boolean => DATE.test(text) && isDay(text);

/**
 * RFC 3339 with a real date, in the years 1 to 9999 also in UTC. The usual check accepts 2026-02-30 and the year 0,
 * which PostgreSQL doesn't have. An offset can move a date out of the four-digit years. So can a fraction, since
 * PostgreSQL rounds to milliseconds where Date truncates: 9999-12-31T23:59:59.9995Z is in the year 10000.
 */
export function isDateTime(text: string): boolean {
  const [, date, , fraction = ''] = DATE_TIME.exec(text) ?? [];
  if (date === undefined || !isDay(date)) return false;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 && !(time.getTime() === LAST_MS && BEYOND_MS.test(fraction));
}

const isPrice = (price: number): boolean =>
  decimalsOf(price) <= PRICE_DECIMALS && significantDigits(String(price)).length <= KEPT_DIGITS;

const isWebUrl = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? '');

/** The formats of the contract. Each one it uses must be here: the validator ignores unknown formats. */
export const formats = {
  money: { type: 'number' as const, validate: (n: number) => decimalsOf(n) <= CENTS_DECIMALS },
  quantity: { type: 'number' as const, validate: (n: number) => decimalsOf(n) <= QUANTITY_DECIMALS },
  price: { type: 'number' as const, validate: isPrice },
  date: { type: 'string' as const, validate: isDate },
  'date-time': { type: 'string' as const, validate: isDateTime },
  email: { type: 'string' as const, validate: (text: string) => EMAIL.test(text) },
  'access-key': { type: 'string' as const, validate: isAccessKey },
  'ibge-city-code': { type: 'string' as const, validate: isCityCode },
  gtin: { type: 'string' as const, validate: isGtin },
  uri: { type: 'string' as const, validate: isWebUrl },
};
