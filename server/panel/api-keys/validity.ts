import { isDateTime } from '../../http/validation/formats.ts';

const DAY_MS = 86_400_000;
/** The presets, in days. A quarter is proposed: short enough for a lost key to die, long enough not to annoy. */
export const VALIDITY_DAYS = [30, 90, 365] as const;
export const DEFAULT_VALIDITY = '90';

export type ValidityIssue = 'choose' | 'no_date' | 'past';
export type Validity = { readonly expiresAt: string | null } | { readonly issue: ValidityIssue };

export interface ValidityChoice {
  /** 30, 90, 365, none or date. */
  readonly choice: string;
  /** YYYY-MM-DD in the tenant's zone; read only with the choice `date`. The key works until the end of that day. */
  readonly date: string;
}

/** When a key with this validity expires. */
export function readValidity({ choice, date }: ValidityChoice, timeZone: string, nowMs: number): Validity {
  if (choice === 'none') return { expiresAt: null };
  if (choice === 'date') return readDate(date, timeZone, nowMs);
  const days = VALIDITY_DAYS.find((each) => String(each) === choice);
  if (days === undefined) return { issue: 'choose' };
  return { expiresAt: new Date(nowMs + days * DAY_MS).toISOString() };
}

function readDate(date: string, timeZone: string, nowMs: number): Validity {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !isDateTime(`${date}T00:00:00Z`)) return { issue: 'no_date' };
  const end = startOfDay(Date.parse(date) + DAY_MS, timeZone);
  return end > nowMs ? { expiresAt: new Date(end).toISOString() } : { issue: 'past' };
}

/** The day of a time, as a date field wants it. */
export const dayOf = (timeMs: number, timeZone: string): string =>
  new Date(timeMs + offsetMs(timeMs, timeZone)).toISOString().slice(0, 10);

/** When a day begins in a zone. `utcMs` is when it begins in UTC. */
function startOfDay(utcMs: number, timeZone: string): number {
  // The offset at the first guess is the right one, unless the clocks change in between.
  const guess = utcMs - offsetMs(utcMs, timeZone);
  return utcMs - offsetMs(guess, timeZone);
}

/** How far a zone is ahead of UTC. */
function offsetMs(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(timeMs);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)!.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.trunc(timeMs / 1000) * 1000;
}
