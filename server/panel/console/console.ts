import express from 'express';
import { mountRoutes } from '../dispatch.ts';
import type { PanelContext } from '../request/route.ts';
import { createSite, type OwnDeps, type Panel } from '../router.ts';
import { CONSOLE } from '../session/site.ts';
import { OPERATOR_ACCESS } from './operator-access.ts';
import { routes } from './routes.ts';
import { createView } from './view.tsx';

/** The pages of those who operate the service. */
export function createConsole(context: PanelContext, deps: OwnDeps): Panel {
  const pages = createSite(context, CONSOLE, deps, (router, consoleDeps) =>
    mountRoutes(router, routes, consoleDeps, OPERATOR_ACCESS),
  );
  const view = createView(context, deps);
  return {
    path: '/',
    start: pages.path,
    router: express
      .Router({ caseSensitive: true, strict: true })
      .use(pages.path, pages.router)
      .use(view.path, view.router),
    endStreams: () => view.endStreams(),
    stop: async () => void (await Promise.all([pages.stop(), view.stop()])),
  };
}
