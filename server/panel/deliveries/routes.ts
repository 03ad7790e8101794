import type { PanelRoute } from '../request/route.ts';
import { routes as detail } from './detail/routes.tsx';
import { routes as list } from './list/routes.tsx';
import { routes as live } from './live/routes.ts';
import { routes as recovery } from './recovery/routes.tsx';

/** The addresses with words come before those with ids, which would match them too. */
export const routes: readonly PanelRoute[] = [...list, ...live, ...recovery, ...detail];
