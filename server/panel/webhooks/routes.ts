import type { PanelRequest, PanelResponse, PanelRoute } from '../request/route.ts';
import { switchTo } from './activation.ts';
import { create, newPage } from './create.tsx';
import { deletePage, remove } from './delete.tsx';
import { edit, editPage } from './edit.tsx';
import { endpointPage } from './endpoint-page.tsx';
import { type NamedEndpoint, withEndpoint } from './find-endpoint.ts';
import { listPage } from './list.tsx';
import { recover, recoverPage, stop } from './recover.tsx';
import { reveal, rotate, rotatePage } from './secret.tsx';
import { sendTest, testPage } from './test.tsx';

type Handle = (request: PanelRequest, named: NamedEndpoint) => Promise<PanelResponse>;

const get = (path: string, handle: Handle): PanelRoute => ({
  method: 'get',
  path: `/webhooks/:id${path}`,
  access: 'webhooks',
  handle: withEndpoint(handle),
});
const post = (path: string, handle: Handle): PanelRoute => ({ ...get(path, handle), method: 'post' });

/** The endpoints: Webhooks in the menu. */
export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/webhooks', access: 'webhooks', handle: listPage },
  { method: 'post', path: '/webhooks', access: 'webhooks', handle: create },
  { method: 'get', path: '/webhooks/new', access: 'webhooks', handle: newPage },
  get('', endpointPage),
  get('/edit', editPage),
  post('/edit', edit),
  post('/activate', switchTo(true)),
  post('/deactivate', switchTo(false)),
  get('/recover', recoverPage),
  post('/recover', recover),
  post('/recoveries/:recovery/stop', stop),
  post('/secret', reveal),
  get('/rotate', rotatePage),
  post('/rotate', rotate),
  post('/test', sendTest),
  get('/tests/:event', testPage),
  get('/delete', deletePage),
  post('/delete', remove),
];
