import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import { readBytes } from '../http/body/read-body.ts';
import { assets } from './assets/assets.ts';
import { createDispatch } from './dispatch.ts';
import { handleErrors } from './layout/errors.tsx';
import { limitAddresses } from './request/limits.ts';
import type { PanelContext, PanelDeps } from './request/route.ts';
import { securityHeaders } from './request/security-headers.ts';
import { routes } from './routes.ts';
import { openSessions } from './session/middleware.ts';
import { requireOwnHost, requireSameOrigin } from './session/origin.ts';

/** Where the panel is mounted. */
const PANEL_PATH = '/panel';
/** More than the longest form: an endpoint with all events. */
const MAX_FORM_BYTES = 64 * 1024;

export interface Panel {
  /** Where the router belongs. */
  readonly path: string;
  readonly router: Router;
  /** Ends the responses that last, before the service waits for its requests. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** The staff pages. They change things only by POST, and each POST is checked before anything is read. */
export function createPanel(
  context: PanelContext,
  deps: Omit<PanelDeps, keyof PanelContext | 'stopping'>,
): Panel {
  const stopping = new AbortController();
  const panelDeps: PanelDeps = { ...context, ...deps, stopping: stopping.signal };
  const router = express.Router({ caseSensitive: true, strict: true });
  const sessions = openSessions(context);
  router.use(securityHeaders, assets());
  const { panelUrl } = context.config;
  router.use(
    limitAddresses(context.nowMs),
    requireOwnHost(panelUrl),
    requireSameOrigin(panelUrl),
    sessions.middleware,
  );
  router.use(
    compression({ filter: (req, res) => res.locals.secret !== true && compression.filter(req, res) }),
  );
  router.use(readFormBytes);
  const pages = new Set(routes.filter(({ method }) => method === 'get').map(({ path }) => path));
  const dispatch = createDispatch(panelDeps, pages);
  for (const route of routes) router[route.method](route.path, dispatch.to(route));
  router.use(dispatch.toNothing, handleErrors(panelDeps));
  return { path: PANEL_PATH, router, endStreams: () => stopping.abort(), stop: () => sessions.close() };
}

const readBody = readBytes(MAX_FORM_BYTES);

/** Other bodies aren't forms, and are ignored. Unlike Express's parser it stops when the request takes too long. */
const readFormBytes: RequestHandler = (req, res, next) =>
  req.is('application/x-www-form-urlencoded') ? readBody(req, res, next) : next();
