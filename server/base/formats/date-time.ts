/** Offsets end at 15:59, as in PostgreSQL. No time zone has more than 14 hours. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;
/** PostgreSQL has no year 0. */
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
/** A day that programs write for none is earlier: 0001-01-01, 1899-12-30, 1900-01-01, 1904-01-01, 1970-01-01. */
const EARLIEST = '1971-01-01';
const TOO_EARLY = `must not be before ${EARLIEST}: programs write such a day for none. Send the real one, or null where it may be missing`;
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** A fraction of a second finer than milliseconds. */
const BEYOND_MS = /^\.\d{3}\d*[1-9]/;
/** As databases and Shopify's files write it: a space for the T, no seconds, an offset without its colon or its minutes. */
const WRITTEN =
  /^\s*(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2})?(\.\d+)? ?(?:([Zz]|UTC)|([+-]\d{2})(?::?(\d{2}))?)\s*$/;
const WITHOUT_ZONE = /^\s*\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*$/;

/** Date turns February 30 into March 2. */
function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** Of a date, or a time that begins with one. */
const missingDay = (text: string): string | undefined => {
  const [day] = /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(text.trim()) ?? [];
  return day === undefined || isDay(day) ? undefined : `has the day ${day}, which doesn't exist`;
};

/** What is wrong with a date, for an issue; undefined if nothing is. */
export function dateIssue(text: string): string | undefined {
  const early = earlyIssue(text);
  if (early) return early;
  return DATE.test(text) ? missingDay(text) : 'must be a date such as 2026-02-01';
}

const earlyIssue = (text: string): string | undefined =>
  /^\s*\d{4}-\d{2}-\d{2}/.test(text) && text.trim() < EARLIEST ? TOO_EARLY : undefined;

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

/** The moment as it's stored, so that another way to write it is no change. A text that isn't of the format stays as it is. */
export function normalizeDateTime(text: string): string {
  const time = inRfc3339(text);
  return isDateTime(time) ? new Date(time).toISOString() : time;
}

/** A text that doesn't say which moment it means stays as it is. */
function inRfc3339(text: string): string {
  if (DATE_TIME.test(text)) return text;
  const [whole, date, minutes, seconds = ':00', fraction = '', utc, hours, rest = '00'] =
    WRITTEN.exec(text) ?? [];
  return whole === undefined
    ? text
    : `${date}T${minutes}${seconds}${fraction}${utc ? 'Z' : `${hours}:${rest}`}`;
}

/** What is wrong with the time of something, in its stored form. */
export const dateTimeIssue = (text: string): string | undefined => earlyIssue(text) ?? momentIssue(text);

/** What is wrong with a time to compare with, which may be as early as one likes; undefined if nothing is. */
export function momentIssue(text: string): string | undefined {
  if (isDateTime(text)) return undefined;
  const missing = missingDay(text);
  if (missing) return missing;
  if (WITHOUT_ZONE.test(text))
    return 'has no time zone: it must be a date-time that ends with Z or an offset such as -03:00';
  return 'must be a date-time such as 2026-02-01T09:30:00.000Z';
}
