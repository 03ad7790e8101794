import { routes as account } from './account/routes.ts';
import { routes as alerts } from './alerts/routes.ts';
import { routes as apiKeys } from './api-keys/routes.ts';
import { routes as audit } from './audit/routes.ts';
import { routes as deliveries } from './deliveries/routes.ts';
import { routes as home } from './home/routes.ts';
import { routes as login } from './login/routes.ts';
import type { PanelRoute } from './request/route.ts';
import { routes as requests } from './requests/routes.ts';
import { routes as webhooks } from './webhooks/routes.ts';

/** Every route of the panel. The matrix test has a row for each. */
export const routes: readonly PanelRoute[] = [
  ...home,
  ...login,
  ...account,
  ...alerts,
  ...audit,
  ...apiKeys,
  ...webhooks,
  ...deliveries,
  ...requests,
];
