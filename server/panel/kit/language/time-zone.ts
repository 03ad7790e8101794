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
