import type { PanelRequest, PanelResponse, PanelRoute } from '../request/route.ts';
import { recover, recoverPage, stop, switchTo } from './activation.tsx';
import { create, newPage } from './create.tsx';
import { deletePage, remove } from './delete.tsx';
import { edit, editPage } from './edit.tsx';
import { type NamedEndpoint, withEndpoint } from './endpoint.tsx';
import { endpointPage } from './endpoint-page.tsx';
import { listPage } from './list.tsx';
import { reveal, rotate, rotatePage } from './secret.tsx';
import { sendTest, testPage } from './test.tsx';
import { verifyPage } from './verify/page.tsx';

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
  get('/verify', verifyPage),
  get('/delete', deletePage),
  post('/delete', remove),
];
