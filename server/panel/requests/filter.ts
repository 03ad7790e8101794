import type { RefusalFilter, RefusalPosition } from '../../accounts/request-log/store.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import type { Form } from '../request/form.ts';
import { isPeriod, type Period, startOf } from './period.ts';
import { codesOf, isProblemCode, isStatusGroup, type StatusGroup } from './status-group.ts';

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

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const POSITION = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/;

/** The id in a text that people paste: with blanks, quotes, or the name of the header. */
export const requestIdIn = (text: string): string | undefined => UUID.exec(text)?.[0].toLowerCase();

/** PostgreSQL would refuse February 30th. */
const isTime = (iso: string): boolean =>
  !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString() === iso;

function readPosition(text: string): RefusalPosition | undefined {
  const [, at, requestId] = POSITION.exec(text) ?? [];
  return at && requestId && isTime(at) && requestIdIn(requestId) ? { at, requestId } : undefined;
}

export function readFilter(query: Form): PageFilter {
  const [group, code, period] = [query.text('status'), query.text('code'), query.text('period')];
  return {
    group: isStatusGroup(group) ? group : undefined,
    code: isProblemCode(code) ? code : undefined,
    keyPrefix: query.text('key') || undefined,
    period: isPeriod(period) ? period : 'week',
    after: readPosition(query.text('after')),
    open: requestIdIn(query.text('open')),
  };
}

/** A link to the page with another filter. It starts at the first page and with nothing open, unless it says otherwise. */
export function linkTo(filter: PageFilter, change: Partial<PageFilter>): string {
  const { group, code, keyPrefix, period, after, open } = {
    ...filter,
    after: undefined,
    open: undefined,
    ...change,
  };
  const query = new URLSearchParams();
  if (group) query.set('status', group);
  if (code) query.set('code', code);
  if (keyPrefix) query.set('key', keyPrefix);
  if (period !== 'week') query.set('period', period);
  if (after) query.set('after', `${after.at}_${after.requestId}`);
  if (open) query.set('open', open);
  const text = query.toString();
  return `/panel/requests${text && `?${text}`}${open ? `#${open}` : ''}`;
}

/** The parameter that names the open row. What a search finds is open unless it says `none`. */
export const OPEN = 'open';
export const CLOSED = 'none';

/** A link to what was searched for, with its detail open or closed. */
export function searchLink(searched: string, isOpen: boolean): string {
  const query = new URLSearchParams({ request_id: searched, ...(!isOpen && { [OPEN]: CLOSED }) });
  return `/panel/requests?${query}`;
}

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
