import { listAudit } from '../../accounts/audit/list.ts';
import { listUsers } from '../../accounts/staff/users.ts';
import { words as shared } from '../kit/words.ts';
import { type PanelRequest, type PanelResponse, type PanelRoute, page } from '../request/route.ts';
import { filterOf, readAuditQuery } from './filter.ts';
import { entryLinks } from './links.ts';
import { AuditPage } from './page.tsx';

const PAGE_SIZE = 50;

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/audit', access: 'session', handle: showAudit },
];

async function showAudit(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale } = request;
  const query = readAuditQuery(request.query);
  const found = await listAudit(db, tenant.id, filterOf(query), {
    limit: PAGE_SIZE + 1,
    before: query.before,
  });
  const entries = found.slice(0, PAGE_SIZE);
  const linkOf = await entryLinks(request, entries);
  const view = { request, query, entries, linkOf, hasMore: found.length > PAGE_SIZE };
  return page({
    title: shared[locale].audit,
    section: 'audit',
    body: <AuditPage {...view} users={await listUsers(db, tenant.id)} />,
  });
}
