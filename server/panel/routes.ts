import { routes as account } from './account/routes.ts';
import { routes as alerts } from './alerts/routes.tsx';
import { routes as audit } from './audit/routes.tsx';
import { routes as home } from './home/routes.ts';
import { routes as login } from './login/routes.ts';
import type { PanelRoute } from './route.ts';

/** Every route of the panel. The matrix test has a row for each. */
export const routes: readonly PanelRoute[] = [...home, ...login, ...account, ...alerts, ...audit];
