import { RETENTION_DAYS } from '../../accounts/request-log/retention.ts';

/** They begin where a day begins in the tenant's zone, so that the hourly counters add up to exactly the rows. */
export const PERIODS = ['today', 'yesterday', 'week'] as const;
export type Period = (typeof PERIODS)[number];

export const isPeriod = (text: string): text is Period => (PERIODS as readonly string[]).includes(text);

const DAY_MS = 86_400_000;

/** When a period began, as RFC 3339. The week is all that is kept. */
export function startOf(period: Period, timeZone: string, nowMs: number): string {
  if (period === 'week') return new Date(nowMs - RETENTION_DAYS * DAY_MS).toISOString();
  const today = startOfDay(timeZone, nowMs);
  // From the middle of yesterday: where the clocks change, a day has 23 or 25 hours.
  const start = period === 'today' ? today : startOfDay(timeZone, today - DAY_MS / 2);
  return new Date(start).toISOString();
}

function startOfDay(timeZone: string, atMs: number): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const sinceMidnightMs = ((part.hour! * 60 + part.minute!) * 60 + part.second!) * 1000 + (atMs % 1000);
  return atMs - sinceMidnightMs;
}
