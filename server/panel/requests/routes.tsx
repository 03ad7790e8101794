import {
  countRefusedRequests,
  findRefusedRequest,
  listRefusedKeys,
  listRefusedRequests,
} from '../../accounts/request-log/store.ts';
import { words } from '../kit/words.ts';
import { type PanelRequest, type PanelResponse, type PanelRoute, page } from '../request/route.ts';
import { CLOSED, OPEN, readFilter, requestIdIn, toRefusalFilter } from './filter.ts';
import { RequestList, SearchResult } from './page.tsx';

const PAGE_ROWS = 50;

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/requests',
    access: 'api_keys',
    handle: (request) => (request.query.text('request_id') ? search(request) : list(request)),
  },
];

const requestsPage = ({ locale }: PanelRequest, body: Parameters<typeof page>[0]['body']): PanelResponse =>
  page({ title: words[locale].requests, section: 'requests', body });

async function search(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query } = request;
  const searched = query.text('request_id');
  const id = requestIdIn(searched);
  const found = id === undefined ? undefined : await findRefusedRequest(db, tenant.id, id);
  return requestsPage(
    request,
    <SearchResult
      {...{ request, searched, found }}
      isId={id !== undefined}
      isOpen={query.text(OPEN) !== CLOSED}
    />,
  );
}

async function list(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query, deps } = request;
  const filter = readFilter(query);
  const wanted = toRefusalFilter(filter, tenant.timeZone, deps.nowMs());
  const [rows, counts, keys] = await Promise.all([
    listRefusedRequests(db, tenant.id, wanted, PAGE_ROWS + 1),
    countRefusedRequests(db, tenant.id, wanted.since),
    listRefusedKeys(db, tenant.id),
  ]);
  const shown = rows.slice(0, PAGE_ROWS);
  const next = rows.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return requestsPage(
    request,
    <RequestList request={request} filter={filter} rows={shown} next={next} counts={counts} keys={keys} />,
  );
}
