import { isDateTime } from '../../base/formats/contract-formats.ts';
import { fromClock, toClock } from '../kit/language/time-zone.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
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
  // The day's last second. The next day's first would be shown as that day.
  const end = fromClock(Date.parse(date) + DAY_MS, timeZone) - SECOND_MS;
  return end > nowMs ? { expiresAt: new Date(end).toISOString() } : { issue: 'past' };
}

/** The day of a time, as a date field wants it. */
export const dayOf = (timeMs: number, timeZone: string): string =>
  new Date(toClock(timeMs, timeZone)).toISOString().slice(0, 10);
