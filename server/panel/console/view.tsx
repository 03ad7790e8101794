import type { Router } from 'express';
import { recordAudit } from '../../accounts/audit/store.ts';
import { findSessionOperator } from '../../accounts/operators/login.ts';
import { findPanelTenant } from '../../accounts/staff/panel-user.ts';
import { PERMISSIONS } from '../../accounts/staff/rules/roles.ts';
import { CLOSED } from '../../accounts/tenant-status.ts';
import type { Tenant } from '../../accounts/tenants/tenant.ts';
import { mountRoutes, type SiteAccess } from '../dispatch.ts';
import { chooseLanguage } from '../home/language.ts';
import { messagePage } from '../request/message-page.tsx';
import {
  type ConsoleRequest,
  type PanelContext,
  type PanelDeps,
  type PanelRequest,
  type PanelResponse,
  type PanelRoute,
  redirect,
} from '../request/route.ts';
import { createSite, type OwnDeps, type Panel } from '../router.ts';
import { routes } from '../routes.ts';
import { PanelSession } from '../session/session.ts';
import { CONSOLE, PANEL, type Site } from '../session/site.ts';
import { openAs, STAFF_ACCESS } from '../staff-access.ts';
import { ask, readReason } from './reason.tsx';
import { tenantPath } from './tenants/state.tsx';
import { alreadyIn } from './tenants/status.tsx';
import { words } from './words.ts';

/** A support case is looked at within; who needs longer gives the reason again. */
export const VIEW_MINUTES = 30;

/** The panel, with the console's sessions and at its address. */
const VIEW: Site = { ...CONSOLE, path: PANEL.path };

export async function askView(
  request: ConsoleRequest,
  tenant: Tenant,
  error?: string,
): Promise<PanelResponse> {
  if (CLOSED.includes(tenant.status)) return alreadyIn(request, tenant);
  const text = words[request.locale];
  const open = request.session.view(request.deps.nowMs());
  const ends = open && open.tenantId !== tenant.tenant_id ? [text.viewEnds] : [];
  return ask(request, {
    title: text.viewTitle(tenant.name),
    text: [text.viewText(VIEW_MINUTES), ...ends].join(' '),
    reasonHint: text.viewReasonHint,
    submit: text.viewDo,
    cancel: tenantPath(tenant.tenant_id),
    harmless: true,
    errors: { reason: error },
  });
}

/** The tenant's own audit says who looks, and why. */
export async function startView(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, deps, form, operator, session } = request;
  const { tenant_id: tenantId, name } = tenant;
  const { actor, error } = readReason(request);
  if (error !== undefined || CLOSED.includes(tenant.status)) return askView(request, tenant, error);
  const target = { type: 'tenant', id: tenantId, name } as const;
  const details = { operator: operator.email, reason: form.text('reason'), minutes: VIEW_MINUTES };
  await db.transaction((tx) =>
    recordAudit(tx, { tenantId, actor, action: 'tenant.viewed', target, details }),
  );
  session.setView({ tenantId, until: deps.nowMs() + VIEW_MINUTES * 60_000 });
  return redirect(VIEW.path);
}

/** Reads what an owner may read. GETs change nothing, and secrets come by POSTs alone. */
const VIEWER_ACCESS: SiteAccess<PanelRequest> = {
  enter: async (visitor, res, whenClosed) => {
    const { deps, session } = visitor;
    const operator = await findSessionOperator(deps.db, session.login!);
    const view = session.view(deps.nowMs());
    const tenant = operator && view && (await findPanelTenant(deps.db, view.tenantId));
    if (!tenant) return undefined;
    const user = { ...operator, tenantId: tenant.id, id: 0, permissions: PERMISSIONS };
    return openAs(visitor, { user, tenant }, res, whenClosed);
  },
  personOf: ({ user }) => user,
  refusalOf: async (request, route) =>
    route.method === 'post' ? refusedPage(request) : STAFF_ACCESS.refusalOf(request, route),
  mayStay: async ({ deps, session }) =>
    session.view(deps.nowMs()) !== undefined &&
    (await findSessionOperator(deps.db, session.login!)) !== undefined,
};

function refusedPage({ locale }: PanelRequest): PanelResponse {
  const text = words[locale];
  return messagePage({ status: 403, title: text.viewOnly }, <p data-missing="view">{text.viewOnlyText}</p>);
}

/** Every guarded route but one's own account; what asks for a secret or a change is refused before it asks who it is. */
const viewed: readonly PanelRoute[] = [
  ...routes.filter(({ access, section }) => access !== 'public' && section !== 'account'),
  { method: 'post', path: '/language', access: 'public', handle: chooseLanguage },
  {
    method: 'post',
    path: '/logout',
    access: 'public',
    handle: async ({ session, deps }) => {
      const view = session.view(deps.nowMs());
      session.setView(undefined);
      return redirect(view ? tenantPath(view.tenantId) : CONSOLE.path);
    },
  },
];

/** A tenant's panel as an operator sees it. Without a view that has begun, the way leads back to the console. */
export const createView = (context: PanelContext, own: OwnDeps): Panel =>
  createSite(context, VIEW, own, (router: Router, deps: PanelDeps) => {
    router.use((req, res, next) => {
      const session = new PanelSession(req);
      if (session.login && session.view(deps.nowMs())) next();
      else res.redirect(303, CONSOLE.path);
    });
    return mountRoutes(router, viewed, deps, VIEWER_ACCESS);
  });
