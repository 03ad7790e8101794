import type { LoginRecord } from '../../accounts/staff/login-records.ts';
import type { UserKey } from '../../accounts/staff/users.ts';
import { keptForm } from '../request/kept-form.ts';
import { type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';
import type { LoginState } from '../session/session.ts';
import { rememberDevice } from './device-cookie.ts';

/** Starts the session of a user whose password was right. Undefined if the user was disabled in the meantime. */
export async function logIn(
  request: VisitorRequest,
  user: LoginRecord,
  next: string,
): Promise<PanelResponse | undefined> {
  const { deps, session, address } = request;
  if (!(await deps.db.transaction((tx) => deps.site.people.recordLogin(tx, user, address)))) return undefined;
  const kept = keptForm(request, user);
  await session.begin({ login: newLogin(request, user, user.sessionVersion), ...(kept && { kept }) });
  rememberDevice(request, user.email);
  return redirect(kept?.page ?? next);
}

/** What the session remembers of somebody who logs in now. */
export function newLogin(
  { deps, agent, address }: VisitorRequest,
  { tenantId, id: userId }: UserKey,
  version: number,
): LoginState {
  const now = deps.nowMs();
  return { tenantId, userId, version, startedAt: now, usedAt: now, confirmedAt: now, agent, address };
}

/** Isn't waited for: the time until the page comes must not tell whether the address has users. */
export function recordFailures(
  { deps, address }: VisitorRequest,
  users: readonly (UserKey & { readonly email: string })[],
): void {
  const failed = (err: unknown): void => deps.log.warn({ err }, 'a failed login was not recorded');
  const { recordFailedLogin } = deps.site.people;
  for (const user of users) deps.db.transaction((tx) => recordFailedLogin(tx, user, address)).catch(failed);
}
