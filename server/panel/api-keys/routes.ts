import type { PanelRoute } from '../request/route.ts';
import { createKey, newKeyForm } from './create.tsx';
import { keyPage } from './key-page.tsx';
import { keyList } from './list.tsx';
import { confirmRevoke, revoke } from './revoke.tsx';
import { createSuccessor, successorForm } from './successor.tsx';

const access = 'api_keys';

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/keys', access, handle: keyList },
  { method: 'post', path: '/keys', access, handle: createKey },
  { method: 'get', path: '/keys/new', access, handle: newKeyForm },
  { method: 'get', path: '/keys/:id', access, handle: keyPage },
  { method: 'get', path: '/keys/:id/successor', access, handle: successorForm },
  { method: 'post', path: '/keys/:id/successor', access, handle: createSuccessor },
  { method: 'get', path: '/keys/:id/deactivate', access, handle: confirmRevoke('deactivate') },
  { method: 'post', path: '/keys/:id/deactivate', access, handle: revoke('deactivate') },
  { method: 'get', path: '/keys/:id/delete', access, handle: confirmRevoke('delete') },
  { method: 'post', path: '/keys/:id/delete', access, handle: revoke('delete') },
];
