import { listKeys } from '../../accounts/api-keys/key-details.ts';
import { findRefusedRequest } from '../../accounts/request-log/store.ts';
import { listUsers } from '../../accounts/staff/users.ts';
import { findNamed } from '../../trade/search/find-named.ts';
import type { NamedKind } from '../../trade/search/named.ts';
import { listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { findLogged } from '../../webhooks/log/find-logged.ts';
import { eventName } from '../kit/index.ts';
import { type Access, missingFor } from '../request/access.ts';
import { linkTo } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { readSearch, type SearchText } from '../request/search-text.ts';
import { words } from './words.ts';

export type Group = NamedKind | 'logged' | 'refusal' | 'webhooks' | 'apiKeys' | 'member';

/** Something with a page. */
export interface Hit {
  readonly group: Group;
  readonly title: string;
  /** What tells it from others with the same name. */
  readonly about: readonly (string | null)[];
  readonly href: string;
  readonly exact: boolean;
}

type Source = (request: PanelRequest, search: SearchText) => Promise<Hit[]>;

/** What a text matched, exactly or in part; nothing if it didn't. */
const hitIf = (match: boolean | undefined, hit: Omit<Hit, 'exact'>): Hit[] =>
  match === undefined ? [] : [{ ...hit, exact: match }];

export const orderLink = (id: number): string => `/panel/orders/${id}`;

const DELIVERIES = '/panel/deliveries';

/** What is found in the trade is looked at for what was sent of it. */
const named: Source = async ({ db, tenant, locale }, { text, id, kind }) => {
  const found = await findNamed(db, tenant.id, { text, id });
  const { orderNumber, number } = words[locale];
  return found
    .filter((each) => kind === undefined || each.kind === kind)
    .map((each) => {
      const isOrder = each.kind === 'order';
      return {
        group: each.kind,
        exact: each.exact,
        title: isOrder ? orderNumber(each.id) : each.name,
        about: [...(isOrder ? [each.name] : [number(each.id), each.code]), each.externalId],
        href: isOrder ? orderLink(each.id) : linkTo('/panel/search', { of: each.kind, id: String(each.id) }),
      };
    });
};

const logged: Source = async ({ db, tenant, locale, format }, { uuid }) => {
  const found = uuid === undefined ? undefined : await findLogged(db, tenant.id, uuid);
  if (!found) return [];
  const { type, id, kind, occurredAt } = found;
  const href =
    type === 'event'
      ? `/panel/events/${id}`
      : type === 'delivery'
        ? `${linkTo(DELIVERIES, { q: id, open: id })}#delivery-${id}`
        : linkTo(DELIVERIES, { q: id });
  const about = [eventName(kind, locale), format.time(occurredAt), id];
  return hitIf(true, { group: 'logged', title: words[locale][type], about, href });
};

const refusals: Source = async ({ db, tenant, format }, { uuid }) => {
  const found = uuid === undefined ? undefined : await findRefusedRequest(db, tenant.id, uuid);
  if (!found) return [];
  const { method, path, requestId, at, status } = found;
  const href = linkTo('/panel/requests', { request_id: requestId });
  const about = [`HTTP ${status}`, format.time(at)];
  return hitIf(true, { group: 'refusal', title: `${method} ${path}`, about, href });
};

const endpoints: Source = async (request, { text, id }) => {
  const mayManage = !missingFor(request, 'webhooks');
  const all = await listEndpoints(request.db, request.tenant.id);
  return all.flatMap((endpoint) => {
    const { url, description } = endpoint;
    const match = matchOf(text, [description, url, new URL(url).host], endpoint.id === id);
    const href = mayManage
      ? `/panel/webhooks/${endpoint.id}`
      : linkTo(DELIVERIES, { endpoint: String(endpoint.id) });
    return hitIf(match, { group: 'webhooks', title: description || url, about: [url], href });
  });
};

const keys: Source = async ({ db, tenant }, { text, id }) =>
  (await listKeys(db, tenant.id, { limit: MAX_KEYS })).flatMap((key) => {
    const isPrefix = text.length >= key.prefix.length && text.startsWith(key.prefix);
    const match = isPrefix || matchOf(text, [key.name, key.prefix], key.id === id);
    const [title, href] = [key.name, `/panel/keys/${key.id}`];
    return hitIf(match, { group: 'apiKeys', title, about: [`${key.prefix}…`], href });
  });

const members: Source = async ({ db, tenant }, { text }) =>
  (await listUsers(db, tenant.id)).flatMap(({ id, name, email }) => {
    const match = matchOf(text, [name, email], false);
    return hitIf(match, { group: 'member', title: name || email, about: [email], href: `/panel/team/${id}` });
  });

/** The keys that are looked through: those that work come first. */
const MAX_KEYS = 500;

/** True if one of the names is the text, false if one has it, undefined if none does. Accents and letter case don't matter. */
function matchOf(text: string, names: readonly string[], isId: boolean): boolean | undefined {
  const wanted = folded(text);
  const all = names.map(folded);
  if (isId || all.includes(wanted)) return true;
  return wanted.length > 1 && all.some((each) => each.includes(wanted)) ? false : undefined;
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whoever may open what is found, asks. */
const SOURCES: readonly (readonly [access: Access, source: Source, kinds?: true])[] = [
  ['deliveries', logged],
  ['requests', refusals],
  ['deliveries', named, true],
  ['deliveries', endpoints],
  ['revoke_keys', keys],
  ['users', members],
];

/** Everything with that number, name or code that the user may open. */
export async function find(request: PanelRequest, typed: string): Promise<Hit[]> {
  const search = readSearch(typed);
  if (search.text === '') return [];
  const hits: Hit[] = [];
  for (const [access, source, hasKinds] of SOURCES) {
    const isAsked = search.uuid === undefined && search.kind !== undefined ? hasKinds : true;
    if (isAsked && !missingFor(request, access)) hits.push(...(await source(request, search)));
  }
  return hits;
}
