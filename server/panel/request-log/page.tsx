import type { ComponentChildren } from 'preact';
import {
  countRefusedRequests,
  findRefusedRequest,
  listRefusedKeys,
  listRefusedRequests,
} from '../../accounts/request-log/store.ts';
import { Empty, LinkButton, Pages, useFormat, useLocale } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import {
  CLOSED,
  isFiltered,
  logLink,
  OPEN,
  readFilter,
  requestIdIn,
  searchLink,
  toRefusalFilter,
} from './filter.ts';
import { Filters, type FiltersProps } from './filters.tsx';
import { NotFound, SearchForm } from './search.tsx';
import { codesOf } from './status-group.ts';
import { RefusalTable } from './table.tsx';
import { words } from './words.ts';

const PAGE_ROWS = 50;

function logPage({ locale }: PanelRequest, ...body: ComponentChildren[]): PanelResponse {
  const { requests: title, intro } = words[locale];
  return page({ title, heading: { intro } }, ...body);
}

export const requestLog = (request: PanelRequest): Promise<PanelResponse> =>
  request.query.text('request_id') ? search(request) : list(request);

/** The request with the id that somebody searched for. */
async function search(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query, locale } = request;
  const text = words[locale];
  const searched = query.text('request_id');
  const id = requestIdIn(searched);
  const found = id === undefined ? undefined : await findRefusedRequest(db, tenant.id, id);
  return logPage(
    request,
    <SearchForm value={searched} />,
    found ? (
      <>
        <RefusalTable
          rows={[found]}
          open={query.text(OPEN) === CLOSED ? undefined : found.requestId}
          linkTo={(open) => searchLink(searched, open !== undefined)}
        />
        <p class="request-strangers">
          <LinkButton href="/panel/requests">{text.back}</LinkButton>
        </p>
      </>
    ) : (
      <NotFound isId={id !== undefined} />
    ),
  );
}

async function list(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query, deps } = request;
  const filter = readFilter(query);
  const wanted = toRefusalFilter(filter, tenant.timeZone, deps.nowMs());
  const [found, counts, keys] = await Promise.all([
    listRefusedRequests(db, tenant.id, wanted, PAGE_ROWS + 1),
    countRefusedRequests(db, tenant.id, wanted.since),
    listRefusedKeys(db, tenant.id),
  ]);
  const rows = found.slice(0, PAGE_ROWS);
  const next = found.length > PAGE_ROWS ? rows.at(-1) : undefined;
  const view = { filter, counts, keys };
  const hasAny = counts.length > 0 || isFiltered(filter);
  return logPage(
    request,
    hasAny ? <SearchForm /> : null,
    hasAny ? <Filters {...view} /> : null,
    rows.length > 0 ? (
      <RefusalTable
        rows={rows}
        open={filter.open}
        linkTo={(open) => logLink(filter, { after: filter.after, open })}
      />
    ) : (
      <Nothing {...view} />
    ),
    <Dropped {...view} />,
    <Pages
      newer={filter.after ? logLink(filter, {}) : undefined}
      older={next && logLink(filter, { after: next })}
    />,
    <p class="hint request-strangers">{words[request.locale].strangers}</p>,
  );
}

function Nothing({ filter }: FiltersProps) {
  const text = words[useLocale()];
  if (!isFiltered(filter) && !filter.after)
    return (
      <Empty title={text.emptyTitle}>
        <p>{text.emptyHelp}</p>
      </Empty>
    );
  return (
    <Empty title={text.emptyFilteredTitle}>
      <p>
        <LinkButton href="/panel/requests">{text.clear}</LinkButton>
      </p>
    </Empty>
  );
}

/** What was only counted. The counters don't know the keys. */
function Dropped({ filter: { group, code, keyPrefix }, counts }: FiltersProps) {
  const format = useFormat();
  const codes = code ? [code] : group && codesOf(group);
  const dropped = counts
    .filter((count) => !codes || codes.includes(count.code))
    .reduce((sum, count) => sum + count.dropped, 0);
  if (dropped === 0) return null;
  const text = words[format.locale];
  return (
    <p class="hint request-dropped">
      {text.dropped(format.number(dropped))} {keyPrefix === undefined ? null : text.ofAnyKey}
    </p>
  );
}
