import type { ValidationIssue } from '../../../base/problems/api-problem.ts';

/** No order is older. An earlier time comes from a clock that was never set (1970, 1980) or from a mistyped year. */
const EARLIEST = '2000-01-01T00:00:00.000Z';
/** A client that sends its local time as UTC is up to 14 hours ahead. 24 hours leave room for a wrong day, too. */
export const LATEST_AHEAD_MS = 24 * 60 * 60_000;

/** The time of something that has happened, in the API's format; null if the request has none. */
export const pastTime = (time: string | null | undefined): string | null =>
  time == null ? null : new Date(time).toISOString();

/** A time before which nothing can have happened, or that is still to come. */
export function pastTimeIssues(
  time: string | null | undefined,
  pointer: string,
  nowMs: number,
): ValidationIssue[] {
  if (time != null && Date.parse(time) < Date.parse(EARLIEST))
    return [{ pointer, code: 'minimum', detail: `must not be before ${EARLIEST}` }];
  return futureIssues(time, pointer, nowMs);
}

/** A time that is still to come. */
export function futureIssues(
  time: string | null | undefined,
  pointer: string,
  nowMs: number,
): ValidationIssue[] {
  const latestMs = nowMs + LATEST_AHEAD_MS;
  if (time == null || Date.parse(time) <= latestMs) return [];
  const detail = `must not be after ${new Date(latestMs).toISOString()}, 24 hours from now`;
  return [{ pointer, code: 'maximum', detail }];
}
