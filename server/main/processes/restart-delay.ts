/** A process that dies at once, for instance because the database refuses it, is tried again every half a minute at most. */
const FIRST_MS = 500;
const MAX_MS = 30_000;
/** A process that has lived this long died of something new. */
const SETTLED_MS = 60_000;

/** How long to wait before a process is started again, given how long it lived and the wait before it was last started. */
export function restartDelay(livedMs: number, lastDelayMs: number): number {
  if (livedMs >= SETTLED_MS || lastDelayMs === 0) return FIRST_MS;
  return Math.min(lastDelayMs * 2, MAX_MS);
}
