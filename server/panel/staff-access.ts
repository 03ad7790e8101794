import type { Response } from 'express';
import { findSessionOwner, type SessionOwner } from '../accounts/staff/panel-user.ts';
import type { OnClosed } from '../base/counters/fair-semaphore.ts';
import { requestContext } from '../http/request-context.ts';
import type { SiteAccess } from './dispatch.ts';
import { createFormat } from './kit/index.ts';
import { refusedPage } from './layout/refused.tsx';
import { suspendedPage } from './layout/suspended.tsx';
import { missingFor } from './request/access.ts';
import { type PanelRequest, redirect, type VisitorRequest } from './request/route.ts';

/** The visitor's request as that of a user. */
export function openAs(
  visitor: VisitorRequest,
  { user, tenant }: SessionOwner,
  res: Response,
  whenClosed: OnClosed,
): PanelRequest {
  const { deps, method, locale } = visitor;
  const actor = { type: 'user', userId: user.id, email: user.email } as const;
  const cause = { cause: requestContext(res), isRead: method === 'get' };
  return Object.assign(visitor, {
    ...{ user, tenant, actor },
    db: deps.tenantDatabases.open(tenant.id, whenClosed, cause),
    format: createFormat(locale, tenant.timeZone, deps.nowMs()),
  });
}

/** Users of tenants. */
export const STAFF_ACCESS: SiteAccess<PanelRequest> = {
  enter: async (visitor, res, whenClosed) => {
    const owner = await findSessionOwner(visitor.deps.db, visitor.session.login!);
    return owner && openAs(visitor, owner, res, whenClosed);
  },
  personOf: ({ user }) => user,
  mayStay: async ({ deps, session }, { access }) => {
    const owner = await findSessionOwner(deps.db, session.login!);
    return owner !== undefined && !missingFor(owner, access);
  },
  refusalOf: async (request, route) => {
    const { user, tenant } = request;
    const missing = missingFor(request, route.access);
    if (missing) return refusedPage(request, missing);
    // One's own account isn't the tenant's: a stolen session has to end.
    const readsOnly = tenant.status === 'suspended' && route.section !== 'account';
    if (readsOnly && route.method === 'post') return suspendedPage(request);
    if (tenant.secondFactorRequired && !user.secondFactor && !route.beforeFactor)
      return redirect('/panel/account/second-factor');
    return undefined;
  },
};
