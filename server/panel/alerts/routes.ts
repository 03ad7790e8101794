import type { PanelRoute } from '../request/route.ts';
import { saveEmailPreferences } from './email-preferences.tsx';
import { alertsPage } from './page.tsx';

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/alerts', access: 'session', handle: alertsPage },
  { method: 'post', path: '/account/alerts', access: 'session', handle: saveEmailPreferences },
];
