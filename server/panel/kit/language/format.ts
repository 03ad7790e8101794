import { LANGUAGES, type Locale } from './locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Numbers and times as the reader writes them, in the tenant's time zone. */
export interface Format {
  readonly locale: Locale;
  readonly timeZone: string;
  /** When the page is made. */
  readonly nowMs: number;
  /** 12.345,6 */
  number(value: number): string;
  /** From 0 to 1: 98,7 % */
  percent(share: number): string;
  /** 0,013, 4,25, 120; the unit is the sentence's. */
  gigabytes(bytes: number): string;
  /** 412 ms, 1,2 s */
  duration(ms: number): string;
  /** 14:02 today, otherwise 21 nov., 14:02; in another year 21 de nov. de 2026, 14:02 */
  time(iso: string): string;
  /** 21 de nov. de 2026 */
  date(iso: string): string;
  /** 21 de nov. de 2026, 14:02:11 GMT-3 */
  fullTime(iso: string): string;
  /** há 2 min, em 88 dias, ontem */
  relative(iso: string): string;
}

const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>();

/** Creating one of these takes far longer than using it. */
function cached<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: string,
  create: () => T,
): T {
  const found = formats.get(key) as T | undefined;
  if (found) return found;
  const created = create();
  formats.set(key, created);
  return created;
}

export function createFormat(locale: Locale, timeZone: string, nowMs: number): Format {
  const { tag } = LANGUAGES[locale];
  const number = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    cached(`${tag} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag, options));
  // 8:14 PM, but 08:14.
  const hour = locale === 'en' ? 'numeric' : '2-digit';
  const times = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    cached(
      `${tag} ${timeZone} ${JSON.stringify(options)}`,
      () => new Intl.DateTimeFormat(tag, { ...options, ...(options.hour && { hour }), timeZone }),
    );
  const day = times({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const isToday = (date: Date): boolean => day.format(date) === day.format(nowMs);
  const year = times({ year: 'numeric' });
  const isThisYear = (date: Date): boolean => year.format(date) === year.format(nowMs);
  const ago = cached(
    `relative ${tag}`,
    () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }),
  );
  return {
    locale,
    timeZone,
    nowMs,
    number: (value) => number({ maximumFractionDigits: 1 }).format(value),
    percent: (share) => number({ style: 'percent', maximumFractionDigits: 1 }).format(share),
    gigabytes: (bytes) =>
      number({ maximumFractionDigits: bytes < 1e9 ? 3 : bytes < 1e10 ? 2 : 0 }).format(bytes / 1e9),
    duration: (ms) =>
      ms < 1000
        ? `${number({}).format(ms)} ms`
        : `${number({ maximumFractionDigits: 1 }).format(ms / 1000)} s`,
    time: (iso) => {
      const date = new Date(iso);
      if (isToday(date)) return times({ hour: '2-digit', minute: '2-digit' }).format(date);
      const short = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
      return times(isThisYear(date) ? short : { year: 'numeric', ...short }).format(date);
    },
    date: (iso) => times({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(iso)),
    fullTime: (iso) => times({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date(iso)),
    // Without the dot of "min.", which would end sentences twice.
    relative: (iso) => relative(ago, Date.parse(iso) - nowMs).replace('.', ''),
  };
}

/** In the largest unit of which there is at least one. */
function relative(format: Intl.RelativeTimeFormat, inMs: number): string {
  const size = Math.abs(inMs);
  if (size < MINUTE_MS) return format.format(Math.trunc(inMs / 1000), 'second');
  if (size < HOUR_MS) return format.format(Math.trunc(inMs / MINUTE_MS), 'minute');
  if (size < DAY_MS) return format.format(Math.trunc(inMs / HOUR_MS), 'hour');
  return format.format(Math.trunc(inMs / DAY_MS), 'day');
}
