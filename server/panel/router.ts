import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import { readBytes } from '../http/body/read-body.ts';
import { assets } from './assets/assets.ts';
import { handleErrors } from './layout/errors.tsx';
import { limitAddresses } from './request/limits.ts';
import type { PanelContext, PanelDeps } from './request/route.ts';
import { securityHeaders } from './request/security-headers.ts';
import { openSessions } from './session/middleware.ts';
import { requireOwnHost, requireSameOrigin } from './session/origin.ts';
import type { Site } from './session/site.ts';

/** More than the longest form: an endpoint with all events. */
const MAX_FORM_BYTES = 64 * 1024;

export interface Panel {
  /** Where the router belongs. */
  readonly path: string;
  /** The first page's. */
  readonly start: string;
  readonly router: Router;
  /** Ends the responses that last, before the service waits for its requests. */
  endStreams(): void;
  stop(): Promise<void>;
}

export type OwnDeps = Omit<PanelDeps, keyof PanelContext | 'site' | 'stopping'>;

/** Pages that change things only by POST, and each POST is checked before anything is read. */
export function createSite(
  context: PanelContext,
  site: Site,
  own: OwnDeps,
  mount: (router: Router, deps: PanelDeps) => { readonly toNothing: RequestHandler },
): Panel {
  const stopping = new AbortController();
  const deps: PanelDeps = { ...context, ...own, site, stopping: stopping.signal };
  const router = express.Router({ caseSensitive: true, strict: true });
  const sessions = openSessions(deps);
  router.use(securityHeaders, assets());
  const url = context.config[`${site.name}Url`];
  router.use(limitAddresses(context.nowMs), requireOwnHost(url), requireSameOrigin(url), sessions.middleware);
  router.use(
    compression({ filter: (req, res) => res.locals.secret !== true && compression.filter(req, res) }),
  );
  router.use(readFormBytes);
  router.use(mount(router, deps).toNothing, handleErrors(deps));
  const { path } = site;
  return { path, start: path, router, endStreams: () => stopping.abort(), stop: () => sessions.close() };
}

const readBody = readBytes(MAX_FORM_BYTES);

/** Other bodies aren't forms, and are ignored. Unlike Express's parser it stops when the request takes too long. */
const readFormBytes: RequestHandler = (req, res, next) =>
  req.is('application/x-www-form-urlencoded') ? readBody(req, res, next) : next();
