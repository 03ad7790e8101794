import { isTimeZone } from '../../accounts/tenants/time-zone.ts';
import {
  type ApiProblem,
  type IssueCode,
  invalidRequest,
  type ValidationIssue,
} from '../../base/problems/api-problem.ts';
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

/** Days in the wrong order, too many of them, and an unknown time zone. */
export function rangeIssues({ start_date, end_date, time_zone }: Partial<RequestedRange>): ValidationIssue[] {
  const isKnown = time_zone === undefined || isTimeZone(time_zone);
  const days = start_date === undefined || end_date === undefined ? 1 : daysBetween(start_date, end_date);
  const tooMany = `must be at most ${MAX_DAYS} days from start_date; it's ${days}`;
  return [
    ...(days < 1 ? [issue('end_date', 'minimum', 'must not be before start_date')] : []),
    ...(days > MAX_DAYS ? [issue('end_date', 'maximum', tooMany)] : []),
    ...(isKnown ? [] : [UNKNOWN_ZONE]),
  ];
}

const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** Finds when the range begins and ends. */
export async function findRange(db: Querier, tenantId: number, asked: RequestedRange): Promise<ReportRange> {
  const { start_date, end_date, time_zone = null } = asked;
  try {
    const [range] = await find<ReportRange>(db, { start_date, end_date, time_zone, tenant_id: tenantId });
    return range!;
  } catch (error) {
    throw (error as { code?: string }).code === UNKNOWN_TIME_ZONE ? invalidRequest([UNKNOWN_ZONE]) : error;
  }
}

const issue = (parameter: string, code: IssueCode, detail: string): ValidationIssue => ({
  parameter,
  code,
  detail,
});
const UNKNOWN_ZONE = issue('time_zone', 'format', "isn't the IANA name of a time zone");
export const refused = (...of: Parameters<typeof issue>): ApiProblem => invalidRequest([issue(...of)]);
