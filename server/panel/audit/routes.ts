import type { PanelRoute } from '../request/route.ts';
import { auditPage } from './page.tsx';

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/audit', access: 'session', handle: auditPage },
];
