import { isTimeZone } from '../../accounts/tenants/time-zone.ts';
import { type ApiProblem, invalidRequest } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** Five years. A report of a million orders has the same price for any number of days. */
export const MAX_DAYS = 1_830;
const DAY_MS = 86_400_000;
/** SQLSTATE of a time zone that PostgreSQL doesn't know. */
const UNKNOWN_TIME_ZONE = '22023';

export interface RequestedRange {
  /** The first and the last day. */
  readonly start_date: string;
  readonly end_date: string;
  /** The tenant's unless it's given. */
  readonly time_zone?: string | undefined;
}

export interface ReportRange {
  /** A time zone that PostgreSQL knows. */
  readonly timeZone: string;
  /** The first moment of the range, and the first one after it. */
  readonly since: string;
  readonly before: string;
}

/**
 * A day begins with the first moment that has its date there. That isn't always midnight: where clocks go forward at
 * midnight there is none, and where they go back to it there are two, of which PostgreSQL takes the second.
 */
const firstMoment = (day: string) =>
  `(SELECT CASE WHEN ((t - interval '1 hour') AT TIME ZONE zone)::date >= ${day} THEN t - interval '1 hour' ELSE t END
    FROM (SELECT ${day}::timestamp AT TIME ZONE zone AS t) midnight)`;

const find = statement(
  'find the range of a report',
  `SELECT zone AS "timeZone", ${firstMoment(':start_date::date')} AS since, ${firstMoment('(:end_date::date + 1)')} AS before
  FROM (SELECT coalesce(:time_zone::text, time_zone) AS zone FROM tenants WHERE tenant_id = :tenant_id) t`,
);

/** Finds when the range begins and ends. Refuses days in the wrong order, too many of them, and unknown time zones. */
export async function findRange(db: Querier, tenantId: number, asked: RequestedRange): Promise<ReportRange> {
  const { start_date, end_date, time_zone = null } = asked;
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS + 1;
  if (days < 1) throw refused('end_date', 'minimum', 'must not be before start_date');
  if (days > MAX_DAYS)
    throw refused('end_date', 'maximum', `must be at most ${MAX_DAYS} days from start_date; it's ${days}`);
  if (time_zone !== null && !isTimeZone(time_zone)) throw unknownTimeZone();
  try {
    const [range] = await find<ReportRange>(db, { start_date, end_date, time_zone, tenant_id: tenantId });
    return range!;
  } catch (error) {
    throw (error as { code?: string }).code === UNKNOWN_TIME_ZONE ? unknownTimeZone() : error;
  }
}

const unknownTimeZone = (): ApiProblem =>
  refused('time_zone', 'format', "isn't the IANA name of a time zone");
export const refused = (parameter: string, code: string, detail: string): ApiProblem =>
  invalidRequest([{ parameter, code, detail }]);
