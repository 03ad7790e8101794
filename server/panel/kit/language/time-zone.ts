/**
 * The moment at which a zone's clocks show a time, in ms. `clockMs` is that time read as if it were UTC. An hour that a clock
 * change skips or repeats is read with the offset before the change.
 */
export function fromClock(clockMs: number, timeZone: string): number {
  // The offset at the first guess is the right one, unless the clocks change in between.
  const guessMs = clockMs - offsetMs(clockMs, timeZone);
  return clockMs - offsetMs(guessMs, timeZone);
}

/** What a zone's clocks show at a moment, as if it were UTC, in ms. */
export const toClock = (atMs: number, timeZone: string): number => atMs + offsetMs(atMs, timeZone);

/** How far a zone's clocks are ahead of UTC at a moment, in ms. */
function offsetMs(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** In the years 2000 to 2199. PostgreSQL refuses some others, and no delivery is as old or as new. */
const LOCAL = /^2[01]\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** The moment that a `datetime-local` field means in a time zone, RFC 3339; undefined if the text isn't a time. */
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
