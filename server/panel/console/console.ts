import { mountRoutes } from '../dispatch.ts';
import type { PanelContext } from '../request/route.ts';
import { createSite, type OwnDeps, type Panel } from '../router.ts';
import { CONSOLE } from '../session/site.ts';
import { OPERATOR_ACCESS } from './operator-access.ts';
import { routes } from './routes.ts';

/** The pages of those who operate the service. */
export const createConsole = (context: PanelContext, deps: OwnDeps): Panel =>
  createSite(context, CONSOLE, deps, (router, consoleDeps) =>
    mountRoutes(router, routes, consoleDeps, OPERATOR_ACCESS),
  );
