import { RETENTION_DAYS } from '../../accounts/request-log/retention.ts';
import type { RefusalFilter, RefusalPosition } from '../../accounts/request-log/store.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import { fromClock, toClock } from '../kit/language/time-zone.ts';
import { type Form, isUuid, linkTo, positionText, readPosition } from '../request/form.ts';
import { readSearch } from '../request/search-text.ts';
import { codesOf, isProblemCode, STATUS_GROUPS, type StatusGroup } from './status-group.ts';

/** They begin where a day begins in the tenant's zone, so that the hourly counters add up to exactly the rows. */
export const PERIODS = ['today', 'yesterday', 'week'] as const;
type Period = (typeof PERIODS)[number];

/** What the page's address says. A value that isn't one of ours counts as not given. */
export interface PageFilter {
  readonly group: StatusGroup | undefined;
  readonly code: ProblemCode | undefined;
  readonly keyPrefix: string | undefined;
  readonly period: Period;
  readonly after: RefusalPosition | undefined;
  /** The request whose detail is open. */
  readonly open: string | undefined;
}

/** The id in a text that people paste: with blanks, quotes, or the name of the header. */
export const requestIdIn = (text: string): string | undefined => readSearch(text).uuid;

function positionIn(query: Form): RefusalPosition | undefined {
  const { at = '', id } = readPosition(query.text('after')) ?? {};
  return isUuid(id) ? { at, requestId: id } : undefined;
}

export function readFilter(query: Form): PageFilter {
  const code = query.text('code');
  return {
    group: STATUS_GROUPS.find((each) => each === query.text('status')),
    code: isProblemCode(code) ? code : undefined,
    keyPrefix: query.text('key') || undefined,
    period: PERIODS.find((each) => each === query.text('period')) ?? 'week',
    after: positionIn(query),
    open: requestIdIn(query.text('open')),
  };
}

/** A link to the page with another filter. It starts at the first page and with nothing open, unless it says otherwise. */
export function logLink(filter: PageFilter, change: Partial<PageFilter>): string {
  const wanted = { ...filter, after: undefined, open: undefined, ...change };
  const { group, code, keyPrefix, period, after, open } = wanted;
  const link = linkTo('/panel/requests', {
    status: group,
    code,
    key: keyPrefix,
    period: period === 'week' ? undefined : period,
    after: after && positionText(after.at, after.requestId),
    open,
  });
  return open ? `${link}#${open}` : link;
}

/** The parameter that names the open row. What a search finds is open unless it says `none`. */
export const OPEN = 'open';
export const CLOSED = 'none';

/** A link to what was searched for, with its detail open or closed. */
export const searchLink = (searched: string, isOpen: boolean): string =>
  linkTo('/panel/requests', { request_id: searched, [OPEN]: isOpen ? undefined : CLOSED });

export const isFiltered = ({ group, code, keyPrefix, period }: PageFilter): boolean =>
  Boolean(group ?? code ?? keyPrefix) || period !== 'week';

/** The same for the store. */
export function toRefusalFilter(
  { group, code, keyPrefix, period, after }: PageFilter,
  timeZone: string,
  nowMs: number,
): RefusalFilter & { readonly since: string } {
  const codes = code ? [code] : group && codesOf(group);
  return {
    since: startOf(period, timeZone, nowMs),
    ...(codes && { codes }),
    ...(keyPrefix !== undefined && { keyPrefix }),
    ...(after && { after }),
  };
}

const DAY_MS = 86_400_000;

/** When a period began, as RFC 3339. The week is all that is kept. */
function startOf(period: Period, timeZone: string, nowMs: number): string {
  if (period === 'week') return new Date(nowMs - RETENTION_DAYS * DAY_MS).toISOString();
  const today = Math.floor(toClock(nowMs, timeZone) / DAY_MS) * DAY_MS;
  return new Date(fromClock(period === 'today' ? today : today - DAY_MS, timeZone)).toISOString();
}
