import type { Request, RequestHandler, Response, Router } from 'express';
import type { OnClosed } from '../base/counters/fair-semaphore.ts';
import { startPeriodicTask } from '../base/time/periodic-task.ts';
import { onClosed } from '../http/connection/on-closed.ts';
import { requestContext } from '../http/request-context.ts';
import { respond } from './layout/respond.tsx';
import { loginPage } from './login/pages.tsx';
import { words } from './login/words.ts';
import { formPageOf, keepForm } from './request/kept-form.ts';
import { UserLimits } from './request/limits.ts';
import {
  notFound,
  type PanelDeps,
  type PanelResponse,
  type Route,
  redirect,
  type VisitorRequest,
} from './request/route.ts';
import { textsOf, visitorRequest } from './request/visitor-request.ts';
import { isOver, type LoginState } from './session/session.ts';
import { type Confirming, stepUp } from './step-up/step-up.tsx';

/** How long a live stream may outlive its session. */
const STREAM_CHECK_INTERVAL_MS = 5_000;

export interface Dispatch<R extends VisitorRequest> {
  /** Calls a route's handler, once the session, the permission and the plan allow it, and it's the user's turn. */
  readonly to: (route: Route<R>) => RequestHandler;
  /** For a POST's path that is opened, as by a reload of what it showed: leads to the form's page. */
  readonly toForm: (path: string) => RequestHandler;
  /** For a path that no route has. Whoever is logged in keeps the navigation. */
  readonly toNothing: RequestHandler;
}

export type GuardedRoute<R extends VisitorRequest> = Exclude<Route<R>, { readonly access: 'public' }>;

/** Who gets in, and what comes before a route's own answer. */
export interface SiteAccess<R extends VisitorRequest> {
  /** Read anew for each request: whoever was disabled a moment ago, or lost a permission, is refused at once. */
  readonly enter: (visitor: VisitorRequest, res: Response, whenClosed: OnClosed) => Promise<R | undefined>;
  readonly personOf: (request: R) => Confirming;
  /** The page or the way that comes instead of the route's answer, or undefined. */
  readonly refusalOf: (request: R, route: GuardedRoute<R>) => Promise<PanelResponse | undefined>;
  /** Whether a live stream goes on: the same again, without a page. */
  readonly mayStay: (request: R, route: GuardedRoute<R>) => Promise<boolean>;
}

/** Mounts the routes of a site. */
export function mountRoutes<R extends VisitorRequest>(
  router: Router,
  routes: readonly Route<R>[],
  deps: PanelDeps,
  access: SiteAccess<R>,
): Dispatch<R> {
  const pages = new Set(routes.filter(({ method }) => method === 'get').map(({ path }) => path));
  const dispatch = createDispatch(deps, pages, access);
  for (const route of routes) router[route.method](route.path, dispatch.to(route));
  for (const { path } of routes) if (!pages.has(path)) router.get(path, dispatch.toForm(path));
  return dispatch;
}

/** @param pages The paths that can be opened, as routes name them. */
function createDispatch<R extends VisitorRequest>(
  deps: PanelDeps,
  pages: ReadonlySet<string>,
  access: SiteAccess<R>,
): Dispatch<R> {
  const limits = new UserLimits(deps.nowMs);
  const prefix = deps.site.name === 'panel' ? '' : deps.site.path;
  const enter = async (res: Response, visitor: VisitorRequest) => {
    const whenClosed: OnClosed = (callback) => onClosed(res.req, res, callback);
    const request = await enterIfOpen(access, visitor, res, whenClosed);
    return request && { request, whenClosed, person: access.personOf(request) };
  };
  return {
    to: (route) => async (req, res) => {
      requestContext(res).panelRoute = `${route.method.toUpperCase()} ${prefix}${route.path}`;
      const page = formPageOf(route.path, req.params as Record<string, string>, pages);
      const formPage = `${deps.site.path}${page}`;
      const visitor = visitorRequest(deps, req, res, { ...textsOf(req, res), formPage });
      if (route.access === 'public') return respond(res, visitor, await route.handle(visitor));
      const { login } = visitor.session;
      const entered = await enter(res, visitor);
      if (!entered) return sendToLogin(req, res, visitor, login);
      const { request, whenClosed, person } = entered;
      const stream = await limits.run(person, whenClosed, () => answer(access, res, request, route));
      if (stream === undefined) return;
      // A stream lasts for minutes. It has a limit of its own, and must not take up the user's turns.
      endWithSession(access, res, request, route);
      return respond(res, request, stream);
    },
    toForm: (path) => (req, res) => {
      const page = formPageOf(path, req.params as Record<string, string>, pages);
      return respond(res, visitorRequest(deps, req, res), redirect(`${deps.site.path}${page}`));
    },
    toNothing: async (req, res) => {
      const visitor = visitorRequest(deps, req, res);
      const entered = await enter(res, visitor);
      if (!entered) return respond(res, visitor, notFound());
      const { request, whenClosed, person } = entered;
      await limits.run(person, whenClosed, () => respond(res, request, notFound()));
    },
  };
}

/** Responds with a page, or returns the stream to respond with. */
async function answer<R extends VisitorRequest>(
  access: SiteAccess<R>,
  res: Response,
  request: R,
  route: GuardedRoute<R>,
): Promise<PanelResponse | undefined> {
  const refused = await access.refusalOf(request, route);
  const confirm = route.stepUp && !refused ? await stepUp(request, access.personOf(request)) : undefined;
  const response = refused ?? confirm ?? (await route.handle(request));
  if (response.kind === 'events') return response;
  request.session.use(request.deps.nowMs());
  await respond(res, request, response, refused ? undefined : route.section);
  return undefined;
}

/** A session that is over, or whose owner is gone, is left behind. */
async function enterIfOpen<R extends VisitorRequest>(
  { enter }: SiteAccess<R>,
  visitor: VisitorRequest,
  res: Response,
  whenClosed: OnClosed,
): Promise<R | undefined> {
  const { session, deps } = visitor;
  if (!session.login) return undefined;
  const request = isOver(session.login, deps.site, deps.nowMs())
    ? undefined
    : await enter(visitor, res, whenClosed);
  if (!request) await session.begin();
  return request;
}

/** A live stream ends soon after its session, or after the user lost the permission. The browser then asks for it again. */
function endWithSession<R extends VisitorRequest>(
  access: SiteAccess<R>,
  res: Response,
  request: R,
  route: GuardedRoute<R>,
): void {
  const { session, deps } = request;
  const check = async (): Promise<void> => {
    const { login } = session;
    const isOpen = login && !isOver(login, deps.site, deps.nowMs()) && (await session.isStored());
    if (!isOpen || !(await access.mayStay(request, route))) res.end();
  };
  const failed = (err: unknown): void => deps.log.warn({ err }, 'a live session could not be checked');
  const { stop } = startPeriodicTask(check, STREAM_CHECK_INTERVAL_MS, failed);
  onClosed(res.req, res, () => void stop());
}

/** A form that was open when the session ended is shown again after the login, and not sent: hours may have passed. */
async function sendToLogin(
  req: Request,
  res: Response,
  visitor: VisitorRequest,
  owner: LoginState | undefined,
): Promise<void> {
  const login = `${visitor.deps.site.path}/login`;
  if (req.method === 'GET')
    return respond(res, visitor, redirect(`${login}?next=${encodeURIComponent(req.originalUrl)}`));
  const kept = keepForm(visitor, owner);
  if (kept === undefined || req.get('HX-Request')) return respond(res, visitor, redirect(login));
  const problem = words[visitor.locale].ended;
  return respond(
    res,
    visitor,
    loginPage(visitor, { status: 403, email: '', next: visitor.formPage, problem, kept }),
  );
}
