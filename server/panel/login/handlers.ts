import { findFactor } from '../../accounts/second-factor/store.ts';
import { ownPath } from '../request/form.ts';
import { type PanelResponse, redirect, type VisitorRequest } from '../request/route.ts';
import type { HalfwayUser } from '../session/session.ts';
import { deviceOf } from './device-cookie.ts';
import { logIn, recordFailures } from './log-in.ts';
import { choicePage, isUsable, type LoginFormState, loginPage } from './pages.tsx';
import { codePage, codeProblem } from './second-factor.tsx';
import { waitText, words } from './words.ts';

const toLogin = ({ deps }: VisitorRequest): PanelResponse => redirect(`${deps.site.path}/login`);

export async function showLogin(request: VisitorRequest): Promise<PanelResponse> {
  const next = ownPath(request.query.text('next'), request.deps.site);
  if (request.session.login) return redirect(next);
  return loginPage(request, { status: isUsable(request) ? 200 : 400, email: '', next });
}

export async function submitPassword(request: VisitorRequest): Promise<PanelResponse> {
  const { form, locale, deps, address: network, signal } = request;
  const text = words[locale];
  const [email, password, next] = [
    form.text('email'),
    form.raw('password'),
    ownPath(form.text('next'), deps.site),
  ];
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
  const device = deviceOf(request, email);
  const result = await deps.passwords.check({ email, password, network, device, signal });
  if (result.kind === 'busy') return again({ status: 503, problem: text.busy });
  if (result.kind === 'throttled')
    return again({
      status: 429,
      problem: text.throttled(waitText(locale, result.waitSeconds)),
      help: text.throttledHelp,
    });
  const { matching, users } = result;
  if (matching.length > 0)
    return goOn(request, matching, next, () => again({ status: 422, problem: text.wrong }));
  recordFailures(request, users);
  return again({ status: 422, problem: text.wrong });
}

/** With one user and no second factor that's all. Otherwise a page follows, and the session keeps who it is; hashes stay in the users' table. */
async function goOn(
  request: VisitorRequest,
  matching: readonly HalfwayUser[],
  next: string,
  failed: () => PanelResponse,
): Promise<PanelResponse> {
  const [only, ...others] = matching;
  if (others.length === 0 && !only!.secondFactor) return (await logIn(request, only!, next)) ?? failed();
  const users = matching.map(({ tenantId, id, email, sessionVersion, tenantName, secondFactor }) => ({
    tenantId,
    id,
    email,
    sessionVersion,
    tenantName,
    secondFactor,
  }));
  const halfway = { users, next, startedAt: request.deps.nowMs() };
  await request.session.begin({ halfway });
  return others.length > 0 ? choicePage(request, halfway) : codePage(request);
}

export async function chooseTenant(request: VisitorRequest): Promise<PanelResponse> {
  const { session, form, deps } = request;
  const halfway = session.halfway(deps.nowMs());
  const user = halfway?.users.find(({ tenantId }) => String(tenantId) === form.text('tenant'));
  const failed = (): PanelResponse => toLogin(request);
  return user ? goOn(request, [user], halfway!.next, failed) : failed();
}

/** The code of the one user whose password was right. A wrong one counts as a failed login. */
export async function submitCode(request: VisitorRequest): Promise<PanelResponse> {
  const { session, form, deps } = request;
  const { users: [user, ...others] = [], next } = session.halfway(deps.nowMs()) ?? {};
  if (!user || others.length > 0) return toLogin(request);
  // It was taken away meanwhile: no code would be right.
  if (!(await findFactor(deps.db, deps.site.people.factorOf(user)))?.confirmed) return toLogin(request);
  const problem = await codeProblem(request, user, form.text('code'));
  if (!problem) return (await logIn(request, user, next!)) ?? toLogin(request);
  if (problem.kind === 'wrong') recordFailures(request, [user]);
  return codePage(request, problem);
}

export async function logOut(request: VisitorRequest): Promise<PanelResponse> {
  const { session, deps } = request;
  const { login } = session;
  await session.begin();
  if (login) await deps.site.people.recordLogout(deps.db, login);
  return toLogin(request);
}
