import { mountRoutes } from './dispatch.ts';
import type { PanelContext } from './request/route.ts';
import { createSite, type OwnDeps, type Panel } from './router.ts';
import { routes } from './routes.ts';
import { PANEL } from './session/site.ts';
import { STAFF_ACCESS } from './staff-access.ts';

/** The staff pages. */
export const createPanel = (context: PanelContext, deps: OwnDeps): Panel =>
  createSite(context, PANEL, deps, (router, panelDeps) =>
    mountRoutes(router, routes, panelDeps, STAFF_ACCESS),
  );
