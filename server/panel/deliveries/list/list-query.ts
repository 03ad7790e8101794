import {
  type DeliveryFilter,
  type DeliveryPosition,
  LIST_STATUSES,
} from '../../../webhooks/log/delivery-filter.ts';
import { fromLocalTime } from '../../kit/language/time-zone.ts';
import { type Form, isUuid, linkTo, positionText, readId, readPosition } from '../../request/form.ts';
import { readSearch, type SearchText } from '../../request/search-text.ts';

/** The pages' paths, relative to the origin. */
export const LIST_PATH = '/panel/deliveries';
export const RECOVER_PATH = `${LIST_PATH}/recover`;
export const recoveryPath = (endpoint: string | number, id: number): string =>
  `${LIST_PATH}/recoveries/${endpoint}/${id}`;

/** What the query of the page asks for. What can't be read is ignored, except for the search. */
export interface ListQuery {
  readonly filter: DeliveryFilter;
  readonly after: DeliveryPosition | undefined;
  /** The delivery whose detail is open, and the attempt that it shows. */
  readonly open: string | undefined;
  readonly attempt: number | undefined;
  readonly searchIsValid: boolean;
  /** The parameters that say which list it is, for links. */
  readonly kept: Kept;
}

type Kept = Readonly<Record<string, string>>;

export function readListQuery(
  query: Form,
  kinds: readonly string[],
  { timeZone, maxAttempts }: { readonly timeZone: string; readonly maxAttempts: number },
): ListQuery {
  const status = query.text('status');
  const kind = query.text('kind');
  const search = searchOf(query);
  const filter: DeliveryFilter = {
    maxAttempts,
    status: LIST_STATUSES.find((each) => each === status),
    kind: kinds.includes(kind) ? kind : undefined,
    endpointId: readId(query.text('endpoint')),
    from: fromLocalTime(query.text('from'), timeZone),
    until: fromLocalTime(query.text('until'), timeZone),
    orderId: search.id,
  };
  const names = ['status', 'kind', 'endpoint', 'from', 'until', 'q', 'after'];
  return {
    filter,
    after: positionIn(query),
    open: isUuid(query.text('open')) ? query.text('open') : undefined,
    attempt: readId(query.text('attempt')),
    searchIsValid: search.text === '' || search.id !== undefined,
    kept: Object.fromEntries(names.map((name) => [name, query.text(name)]).filter(([, text]) => text !== '')),
  };
}

export const searchOf = (query: Form): SearchText => readSearch(query.text('q'));

/** The query for what was found, even if the text could be our number of another order. */
export const searchedFor = (
  query: ListQuery,
  found: Pick<DeliveryFilter, 'orderId' | 'eventId' | 'requestId'> | undefined,
): ListQuery =>
  found === undefined ? query : { ...query, filter: { ...query.filter, ...found }, searchIsValid: true };

function positionIn(query: Form): DeliveryPosition | undefined {
  const { at = '', id } = readPosition(query.text('after')) ?? {};
  return isUuid(id) ? { createdAt: at, id } : undefined;
}

/** The rows after the last one of a page. */
export const afterLink = (kept: Kept, { createdAt, id }: DeliveryPosition): string =>
  listLink(kept, { after: positionText(createdAt, id) });

/** A link to the list with some parameters changed; an empty one is left out. */
export const listLink = (kept: Kept, changed: Kept = {}): string =>
  linkTo(LIST_PATH, { ...kept, ...changed });
