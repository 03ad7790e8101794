const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(:\d{2})?$/;

/**
 * The moment that a `datetime-local` field means in a time zone, RFC 3339; undefined if the text isn't a time. An hour that
 * a clock change skips or repeats is read with the offset before the change.
 */
export function fromLocalTime(text: string, timeZone: string): string | undefined {
  if (!LOCAL.test(text)) return undefined;
  const asUtcMs = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtcMs)) return undefined;
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone);
  return new Date(asUtcMs - offsetMs(guessMs, timeZone)).toISOString();
}

/** The value of a `datetime-local` field for a moment: 2026-11-21T14:02. */
export const toLocalTime = (iso: string, timeZone: string): string =>
  new Date(Date.parse(iso) + offsetMs(Date.parse(iso), timeZone)).toISOString().slice(0, 16);

/** How far a zone's clocks are ahead of UTC at a moment. */
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
