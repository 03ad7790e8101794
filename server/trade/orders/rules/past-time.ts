import { invalidRequest } from '../../../base/problems/api-problem.ts';

/** No order is older. An earlier time comes from a clock that was never set (1970, 1980) or from a mistyped year. */
const EARLIEST = '2000-01-01T00:00:00.000Z';
/** A client that sends its local time as UTC is up to 14 hours ahead. 24 hours leave room for a wrong day, too. */
export const LATEST_AHEAD_MS = 24 * 60 * 60_000;

/** The time of something that has happened, in the API's format; null if the request has none. */
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
