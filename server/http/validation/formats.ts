import { CENTS_DECIMALS, decimalsOf, MILLI_DECIMALS } from '../../money.ts';
import { isGtin } from '../../products/gtin.ts';

/** The offset ends at 15:59, as PostgreSQL's do; no zone has more than 14 hours. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** A fraction of a second that milliseconds do not hold. */
const BEYOND_MS = /^\.\d{3}\d*[1-9]/;
const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * RFC 3339 with a real date, in UTC too of the years 1 to 9999. The usual check lets 2026-02-30 pass, and the year 0,
 * which PostgreSQL does not know; an offset can lead out of the years that four digits can show. So can a fraction, since
 * PostgreSQL rounds to milliseconds where Date cuts: 9999-12-31T23:59:59.9995Z is in the year 10000.
 */
export function isDateTime(text: string): boolean {
  const [, date, , fraction = ''] = DATE_TIME.exec(text) ?? [];
  if (date === undefined) return false;
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return false;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 && !(time.getTime() === LAST_MS && BEYOND_MS.test(fraction));
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What `format` means in the contract. Every one that it uses has to be here: an unknown one is not checked. */
export const formats = {
  money: { type: 'number' as const, validate: (n: number) => decimalsOf(n) <= CENTS_DECIMALS },
  quantity: { type: 'number' as const, validate: (n: number) => decimalsOf(n) <= MILLI_DECIMALS },
  'date-time': { type: 'string' as const, validate: isDateTime },
  email: { type: 'string' as const, validate: (text: string) => EMAIL.test(text) },
  gtin: { type: 'string' as const, validate: isGtin },
  uri: { type: 'string' as const, validate: isWebUrl },
};
