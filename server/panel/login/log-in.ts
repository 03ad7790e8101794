import { type LoginRecord, recordFailedLogin, recordLogin } from '../../accounts/staff/login-records.ts';
import type { LoginUser } from '../../accounts/staff/login-users.ts';
import { type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, DeviceCookies } from './device-cookie.ts';

export const devicesOf = ({ deps }: VisitorRequest): DeviceCookies =>
  new DeviceCookies(deps.sessionSecrets, deps.nowMs, deps.randomInt);

/** Starts the session of a user whose password was right. Undefined if the user was disabled in the meantime. */
export async function logIn(
  request: VisitorRequest,
  user: LoginRecord,
  next: string,
): Promise<PanelResponse | undefined> {
  const { deps, session, address, cookies } = request;
  if (!(await deps.db.transaction((tx) => recordLogin(tx, user, address)))) return undefined;
  const now = deps.nowMs();
  const { tenantId, id: userId, sessionVersion: version } = user;
  await session.begin({ login: { tenantId, userId, version, startedAt: now, usedAt: now } });
  const devices = devicesOf(request).add(cookies[DEVICE_COOKIE], user.email);
  request.setCookie(DEVICE_COOKIE, devices, DEVICE_SECONDS);
  return redirect(next);
}

/** Isn't waited for: the time until the page comes must not tell whether the address has users. */
export function recordFailures({ deps, address }: VisitorRequest, users: readonly LoginUser[]): void {
  const failed = (err: unknown): void => deps.log.warn({ err }, 'a failed login was not recorded');
  for (const user of users) deps.db.transaction((tx) => recordFailedLogin(tx, user, address)).catch(failed);
}
