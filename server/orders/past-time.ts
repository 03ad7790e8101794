import { invalidRequest } from '../errors.ts';

/** No order of Tradepost is older; an earlier time is a clock that was never set (1970, 1980) or a mistyped year. */
const EARLIEST = '2000-01-01T00:00:00.000Z';
/** A sender that reports its local time as UTC is up to 14 hours ahead, and one more has the wrong day: 24 hours for both. */
const LATEST_AHEAD_MS = 24 * 60 * 60_000;

/** A time at which something has happened, as the API shows times; null when none was sent. */
export function pastTime(time: string | undefined, pointer: string, nowMs: number): string | null {
  if (time === undefined) return null;
  const ms = Date.parse(time);
  const latestMs = nowMs + LATEST_AHEAD_MS;
  if (ms < Date.parse(EARLIEST))
    throw invalidRequest([{ pointer, code: 'minimum', detail: `must not be before ${EARLIEST}` }]);
  if (ms > latestMs) {
    const detail = `must not be after ${new Date(latestMs).toISOString()}, 24 hours from now`;
    throw invalidRequest([{ pointer, code: 'maximum', detail }]);
  }
  return new Date(ms).toISOString();
}
