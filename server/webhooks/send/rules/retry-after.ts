/** A day. An endpoint that asks for longer is retried as the schedule says. */
export const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SHORT_DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

/** The three forms of an HTTP-date (RFC 9110, 5.6.7). Date.parse is no help: it accepts nearly anything. */
const FORMS = [
  `${SHORT_DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT`,
  `${SHORT_DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * The wait that a Retry-After header asks for, counted from `nowMs` (Unix time). Undefined when it's absent, malformed, in the
 * past or more than 24 h away.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : dateMs(header, nowMs) - nowMs;
  return waitMs >= 0 && waitMs <= MAX_WAIT_MS ? waitMs : undefined;
}

/** NaN when it isn't a date. */
function dateMs(header: string, nowMs: number): number {
  for (const form of FORMS) {
    const parts = form.exec(header)?.groups;
    if (parts !== undefined) return timeOf(parts, nowMs);
  }
  return Number.NaN;
}

function timeOf(parts: Record<string, string>, nowMs: number): number {
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number);
  const year = yearOf(parts.year!, nowMs);
  const date = new Date(Date.UTC(year, MONTHS.indexOf(parts.month!), day, hour, minute, second));
  // Date.UTC turns 31 Feb and 25:00 into another time instead of failing.
  const real = date.getUTCDate() === day && date.getUTCHours() === hour && date.getUTCMinutes() === minute;
  return real ? date.getTime() : Number.NaN;
}

/** Two digits that would be more than 50 years ahead belong to the century before (RFC 9110, 5.6.7). */
function yearOf(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
