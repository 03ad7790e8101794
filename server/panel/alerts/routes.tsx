import { visibleKinds } from '../../webhooks/alerts/kinds.ts';
import { type Alert, closedAlerts, type HistoryCursor } from '../../webhooks/alerts/list.ts';
import { type PanelRequest, type PanelResponse, type PanelRoute, page } from '../request/route.ts';
import { saveEmailPreferences } from './email-preferences.tsx';
import { readOpenAlerts } from './open-alerts.ts';
import { AlertsPage } from './page.tsx';
import { words } from './words.ts';

const PAGE_SIZE = 25;

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/alerts', access: 'session', handle: showAlerts },
  { method: 'post', path: '/account/alerts', access: 'session', handle: saveEmailPreferences },
];

/** No permission is asked for: users see the alerts of what they may manage, or a page that says why there are none. */
async function showAlerts(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, user, query, locale } = request;
  const kinds = visibleKinds(user.permissions);
  const after = readCursor(query.text('after'));
  // One more, to know whether there is another page.
  const closed =
    kinds.length === 0 ? [] : await closedAlerts(db, tenant.id, kinds, { after, limit: PAGE_SIZE + 1 });
  const shown = closed.slice(0, PAGE_SIZE);
  const older = closed.length > PAGE_SIZE ? `/panel/alerts?after=${cursorOf(shown.at(-1)!)}` : undefined;
  return page({
    title: words[locale].title,
    section: 'alerts',
    body: (
      <AlertsPage
        request={request}
        permitted={kinds.length > 0}
        open={await readOpenAlerts(request)}
        closed={shown}
        newer={after && '/panel/alerts'}
        older={older}
      />
    ),
  });
}

const cursorOf = ({ closedAt, id }: Alert): string => `${closedAt}_${id}`;

/** Anything else than what cursorOf writes shows the first page. */
function readCursor(text: string): HistoryCursor | undefined {
  const [, closedAt, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,9})$/.exec(text) ?? [];
  if (closedAt === undefined || Number.isNaN(Date.parse(closedAt))) return undefined;
  return { closedAt, id: Number(id) };
}
