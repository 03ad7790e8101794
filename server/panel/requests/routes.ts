import type { PanelRoute } from '../request/route.ts';
import { list, search } from './page.tsx';

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/requests',
    access: 'api_keys',
    handle: (request) => (request.query.text('request_id') ? search(request) : list(request)),
  },
];
