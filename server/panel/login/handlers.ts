import { recordLogout } from '../../accounts/staff/login-records.ts';
import type { LoginUser } from '../../accounts/staff/login-users.ts';
import { findSessionOwner } from '../../accounts/staff/panel-user.ts';
import { ownPath } from '../request/form.ts';
import { type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';
import { DEVICE_COOKIE } from './device-cookie.ts';
import { devicesOf, logIn, recordFailures } from './log-in.ts';
import { choicePage, isUsable, type LoginFormState, loginPage } from './pages.tsx';
import { waitText, words } from './words.ts';

/** How long the page with the tenants may stay open. Then the password has to be entered again. */
const CHOICE_MS = 5 * 60_000;

export async function showLogin(request: VisitorRequest): Promise<PanelResponse> {
  const next = ownPath(request.query.text('next'));
  if (request.session.login) return redirect(next);
  return loginPage(request, { status: isUsable(request) ? 200 : 400, email: '', next });
}

export async function submitPassword(request: VisitorRequest): Promise<PanelResponse> {
  const { form, locale, deps, address: network, cookies, signal } = request;
  const text = words[locale];
  const [email, password, next] = [form.text('email'), form.raw('password'), ownPath(form.text('next'))];
  const again = (state: Omit<LoginFormState, 'email' | 'next'>): PanelResponse =>
    loginPage(request, { email, next, ...state });
  if (!isUsable(request)) return again({ status: 400 });
  if (email === '' || password === '')
    return again({
      status: 422,
      fieldErrors: {
        ...(email === '' && { email: text.emailMissing }),
        ...(password === '' && { password: text.passwordMissing }),
      },
    });
  const device = devicesOf(request).find(cookies[DEVICE_COOKIE], email);
  const result = await deps.passwords.check({ email, password, network, device, signal });
  if (result.kind === 'busy') return again({ status: 503, problem: text.busy });
  if (result.kind === 'throttled')
    return again({
      status: 429,
      problem: text.throttled(waitText(locale, result.waitSeconds)),
      help: text.throttledHelp,
    });
  const { matching, users } = result;
  if (matching.length > 1) return offerChoice(request, matching, next);
  const done = matching[0] && (await logIn(request, matching[0], next));
  if (!done) recordFailures(request, users);
  return done ?? again({ status: 422, problem: text.wrong });
}

/** The session keeps what is offered; the form brings only the choice. Hashes stay in the users' table. */
async function offerChoice(
  request: VisitorRequest,
  matching: readonly LoginUser[],
  next: string,
): Promise<PanelResponse> {
  const users = matching.map(({ tenantId, id, email, sessionVersion, tenantName }) => ({
    tenantId,
    id,
    email,
    sessionVersion,
    tenantName,
  }));
  const choice = { users, next, startedAt: request.deps.nowMs() };
  await request.session.begin({ choice });
  return choicePage(request, choice);
}

export async function chooseTenant(request: VisitorRequest): Promise<PanelResponse> {
  const { session, form, deps } = request;
  const { choice } = session;
  const isCurrent = choice !== undefined && deps.nowMs() - choice.startedAt <= CHOICE_MS;
  const user = isCurrent
    ? choice.users.find(({ tenantId }) => String(tenantId) === form.text('tenant'))
    : undefined;
  const done = user && (await logIn(request, user, choice!.next));
  return done ?? redirect('/panel/login');
}

export async function logOut({ session, deps }: VisitorRequest): Promise<PanelResponse> {
  const owner = session.login && (await findSessionOwner(deps.db, session.login));
  await session.begin();
  if (owner) await deps.db.transaction((tx) => recordLogout(tx, owner.user));
  return redirect('/panel/login');
}
