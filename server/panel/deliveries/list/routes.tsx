import { type PanelRequest, type PanelResponse, type PanelRoute, page } from '../../request/route.ts';
import { listView } from './list-view.tsx';
import { ListPage } from './page.tsx';

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/deliveries', access: 'webhooks', handle: (request) => listPage(request) },
];

/** The list. With an error, after a form on it wasn't accepted. */
export async function listPage(request: PanelRequest, error?: string): Promise<PanelResponse> {
  const view = await listView(request);
  return page({
    title: view.words.title,
    section: 'deliveries',
    status: error === undefined ? 200 : 422,
    body: <ListPage {...view} error={error} />,
  });
}
