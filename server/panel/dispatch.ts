import type { Request, RequestHandler, Response } from 'express';
import { findSessionOwner, type SessionOwner } from '../accounts/staff/panel-user.ts';
import type { OnClosed } from '../base/counters/fair-semaphore.ts';
import { startPeriodicTask } from '../base/time/periodic-task.ts';
import { onClosed } from '../http/connection/on-closed.ts';
import { requestContext } from '../http/request-context.ts';
import { createFormat } from './kit/language/format.ts';
import { refusedPage } from './layout/refused.tsx';
import { respond } from './layout/respond.tsx';
import { suspendedPage } from './layout/suspended.tsx';
import { loginPage } from './login/pages.tsx';
import { words } from './login/words.ts';
import { missingFor } from './request/access.ts';
import { formPageOf, keepForm } from './request/kept-form.ts';
import { UserLimits } from './request/limits.ts';
import {
  type Access,
  notFound,
  type Page,
  type PanelDeps,
  type PanelRequest,
  type PanelResponse,
  type PanelRoute,
  redirect,
  type VisitorRequest,
} from './request/route.ts';
import { textsOf, visitorRequest } from './request/visitor-request.ts';
import { isOver, type LoginState } from './session/session.ts';
import { stepUp } from './step-up/step-up.tsx';

/** How long a live stream may outlive its session. */
const STREAM_CHECK_INTERVAL_MS = 5_000;

export interface Dispatch {
  /** Calls a route's handler, once the session, the permission and the plan allow it, and it's the user's turn. */
  readonly to: (route: PanelRoute) => RequestHandler;
  /** For a path that no route has. Whoever is logged in keeps the navigation. */
  readonly toNothing: RequestHandler;
}

/** @param pages The paths that can be opened, as routes name them. */
export function createDispatch(deps: PanelDeps, pages: ReadonlySet<string>): Dispatch {
  const limits = new UserLimits(deps.nowMs);
  const asUser = async (req: Request, res: Response, visitor: VisitorRequest) => {
    const owner = await currentOwner(visitor);
    if (!owner) return undefined;
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    const { user, tenant } = owner;
    const isRead = req.method === 'GET';
    const db = deps.tenantDatabases.open(tenant.id, whenClosed, { cause: requestContext(res), isRead });
    const actor = { type: 'user' as const, userId: user.id, email: user.email };
    const format = createFormat(visitor.locale, tenant.timeZone, deps.nowMs());
    const request: PanelRequest = Object.assign(visitor, { user, tenant, actor, db, format });
    return { request, whenClosed };
  };
  return {
    to: (route) => async (req, res) => {
      requestContext(res).panelRoute = `${route.method.toUpperCase()} ${route.path}`;
      const formPage = formPageOf(route.path, req.params as Record<string, string>, pages);
      const visitor = visitorRequest(deps, req, res, { ...textsOf(req, res), formPage });
      if (route.access === 'public') return respond(res, visitor, await route.handle(visitor));
      const { login } = visitor.session;
      const user = await asUser(req, res, visitor);
      if (!user) return sendToLogin(req, res, visitor, login);
      const { request, whenClosed } = user;
      const stream = await limits.run(request.user, whenClosed, () => answer(res, request, route));
      if (stream === undefined) return;
      // A stream lasts for minutes. It has a limit of its own, and must not take up the user's turns.
      endWithSession(res, request, route.access);
      return respond(res, request, stream);
    },
    toNothing: async (req, res) => {
      const visitor = visitorRequest(deps, req, res);
      const user = await asUser(req, res, visitor);
      if (!user) return respond(res, visitor, notFound());
      const { request, whenClosed } = user;
      await limits.run(request.user, whenClosed, () => respond(res, request, notFound()));
    },
  };
}

type GuardedRoute = Exclude<PanelRoute, { readonly access: 'public' }>;

/** Responds with a page, or returns the stream to respond with. */
async function answer(
  res: Response,
  request: PanelRequest,
  route: GuardedRoute,
): Promise<PanelResponse | undefined> {
  const refused = await refusalOf(request, route);
  const response = refused ?? (await handle(request, route));
  if (response.kind === 'events') return response;
  request.session.use(request.deps.nowMs());
  await respond(res, request, response, refused ? undefined : route.section);
  return undefined;
}

/** The page that says why the user may not do this, or undefined. */
async function refusalOf(request: PanelRequest, route: GuardedRoute): Promise<Page | undefined> {
  const missing = missingFor(request, route.access);
  if (missing) return refusedPage(request, missing);
  // One's own account isn't the tenant's: a stolen session has to end.
  const readsOnly = request.tenant.status === 'suspended' && route.section !== 'account';
  return readsOnly && route.method === 'post' ? suspendedPage(request) : undefined;
}

/** What comes before the route's own answer: the second factor that the tenant requires, and who is at the keyboard. */
async function handle(request: PanelRequest, route: GuardedRoute): Promise<PanelResponse> {
  const { user, tenant } = request;
  if (tenant.secondFactorRequired && !user.secondFactor && !route.beforeFactor)
    return redirect('/panel/account/second-factor');
  return (route.stepUp && (await stepUp(request))) || route.handle(request);
}

/** Read anew for each request: a user who was disabled a moment ago, or lost a permission, is refused at once. */
async function currentOwner({ deps, session }: VisitorRequest): Promise<SessionOwner | undefined> {
  const { login } = session;
  if (!login) return undefined;
  const owner = isOver(login, deps.nowMs()) ? undefined : await findSessionOwner(deps.db, login);
  if (!owner) await session.begin();
  return owner;
}

/** A live stream ends soon after its session, or after the user lost the permission. The browser then asks for it again. */
function endWithSession(res: Response, request: PanelRequest, access: Access): void {
  const check = async (): Promise<void> => {
    const owner = (await request.session.isStored()) ? await currentOwner(request) : undefined;
    if (!owner || missingFor(owner, access)) res.end();
  };
  const failed = (err: unknown): void =>
    request.deps.log.warn({ err }, 'a live session could not be checked');
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
  if (req.method === 'GET')
    return respond(res, visitor, redirect(`/panel/login?next=${encodeURIComponent(req.originalUrl)}`));
  const kept = keepForm(visitor, owner);
  if (kept === undefined || req.get('HX-Request')) return respond(res, visitor, redirect('/panel/login'));
  const problem = words[visitor.locale].ended;
  return respond(
    res,
    visitor,
    loginPage(visitor, { status: 403, email: '', next: visitor.formPage, problem, kept }),
  );
}
