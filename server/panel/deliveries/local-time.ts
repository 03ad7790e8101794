import { fromClock, toClock } from '../kit/language/time-zone.ts';

/** In the years 2000 to 2199. PostgreSQL refuses some others, and no delivery is as old or as new. */
const LOCAL = /^2[01]\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/**
 * The moment that a `datetime-local` field means in a time zone, RFC 3339; undefined if the text isn't a time. An hour that
 * a clock change skips or repeats is read with the offset before the change.
 */
export function fromLocalTime(text: string, timeZone: string): string | undefined {
  if (!LOCAL.test(text)) return undefined;
  const asUtcMs = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtcMs)) return undefined;
  return new Date(fromClock(asUtcMs, timeZone)).toISOString();
}

/** The value of a `datetime-local` field for a moment: 2026-11-21T14:02. */
export const toLocalTime = (iso: string, timeZone: string): string =>
  toLocalSecond(iso, timeZone).slice(0, 16);

/** The same to the second: 2026-11-21T14:02:07. */
export const toLocalSecond = (iso: string, timeZone: string): string =>
  new Date(toClock(Date.parse(iso), timeZone)).toISOString().slice(0, 19);
