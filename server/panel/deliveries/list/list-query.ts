import {
  type DeliveryFilter,
  type DeliveryPosition,
  LIST_STATUSES,
} from '../../../webhooks/log/delivery-filter.ts';
import { type Form, readId } from '../../request/form.ts';
import { fromLocalTime } from '../local-time.ts';

/** The page's path, relative to the origin. */
export const LIST_PATH = '/panel/deliveries';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^2[01]\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The contract's limit. */
const MAX_EXTERNAL_ID = 100;

export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

/** What the query of the page asks for. What can't be read is ignored, except for the search. */
export interface ListQuery {
  readonly filter: DeliveryFilter;
  readonly after: DeliveryPosition | undefined;
  /** The delivery whose detail is open, and the attempt that it shows. */
  readonly open: string | undefined;
  readonly attempt: number | undefined;
  readonly searchIsValid: boolean;
  /** The parameters that say which list it is, for links. */
  readonly kept: Readonly<Record<string, string>>;
}

export function readListQuery(query: Form, kinds: readonly string[], timeZone: string): ListQuery {
  const status = query.text('status');
  const kind = query.text('kind');
  const search = searchIn(query);
  const orderId = readId(search.replace(/^#/, ''));
  const filter: DeliveryFilter = {
    status: LIST_STATUSES.find((each) => each === status),
    kind: kinds.includes(kind) ? kind : undefined,
    endpointId: readId(query.text('endpoint')),
    from: fromLocalTime(query.text('from'), timeZone),
    until: fromLocalTime(query.text('until'), timeZone),
    eventId: isUuid(search) ? search : undefined,
    orderId,
  };
  const names = ['status', 'kind', 'endpoint', 'from', 'until', 'q', 'after'];
  return {
    filter,
    after: readPosition(query.text('after')),
    open: isUuid(query.text('open')) ? query.text('open') : undefined,
    attempt: readId(query.text('attempt')),
    searchIsValid: search === '' || isUuid(search) || orderId !== undefined,
    kept: Object.fromEntries(names.map((name) => [name, query.text(name)]).filter(([, text]) => text !== '')),
  };
}

const searchIn = (query: Form): string => query.text('q');

/** What may be an order's external id: its number in the shop's own system. `#5001` is ours. */
export function externalIdIn(query: Form): string | undefined {
  const search = searchIn(query);
  const isOther = search === '' || search.startsWith('#') || UUID.test(search);
  return isOther || search.length > MAX_EXTERNAL_ID || search.includes('\0') ? undefined : search;
}

/** The query for the order that was found by its external id, even if the text could be our number of another one. */
export const ofOrder = (query: ListQuery, orderId: number | undefined): ListQuery =>
  orderId === undefined ? query : { ...query, filter: { ...query.filter, orderId }, searchIsValid: true };

function readPosition(text: string): DeliveryPosition | undefined {
  const [createdAt = '', id] = text.split('_');
  return TIME.test(createdAt) && !Number.isNaN(Date.parse(createdAt)) && isUuid(id)
    ? { createdAt, id }
    : undefined;
}

export const positionText = ({ createdAt, id }: DeliveryPosition): string => `${createdAt}_${id}`;

/** A link to the list with some parameters changed; an empty one is left out. */
export function listLink(
  kept: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams(
    Object.entries({ ...kept, ...changed }).filter(([, value]) => value !== ''),
  );
  const text = params.toString();
  return text === '' ? LIST_PATH : `${LIST_PATH}?${text}`;
}
