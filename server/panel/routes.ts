import { routes as account } from './account/routes.tsx';
import { routes as home } from './home/routes.ts';
import { routes as login } from './login/routes.tsx';
import type { PanelRoute } from './route.ts';
import { routes as webhooks } from './webhooks/routes.ts';
import { routes as verify } from './webhooks/verify/routes.tsx';

/** Every route of the panel. The matrix test has a row for each. */
export const routes: readonly PanelRoute[] = [...home, ...login, ...account, ...webhooks, ...verify];
