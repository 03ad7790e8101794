import { newLink } from '../../accounts/staff/links.ts';
import { deleteStoredSession } from '../../accounts/staff/panel-sessions.ts';
import { endSessions, setUserName, setUserPassword } from '../../accounts/staff/user-changes.ts';
import { isMember } from '../../accounts/staff/users.ts';
import { formats } from '../../base/formats/contract-formats.ts';
import { MAX_NAME_CHARACTERS, nameIssue } from '../../base/formats/name-rules.ts';
import type { FormErrors } from '../kit/index.ts';
import { newLogin } from '../login/log-in.ts';
import { newPasswordError, passwordProblem } from '../login/own-password.tsx';
import { passOn } from '../login/pass-on.tsx';
import { words as loginWords, waitText } from '../login/words.ts';
import { notFound, type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { accountPage } from './page.tsx';
import { listSessions } from './sessions.tsx';
import { words } from './words.ts';

export async function changeName(request: PanelRequest): Promise<PanelResponse> {
  const { form, db, actor, user, locale } = request;
  const name = form.text('name');
  if (nameIssue(name))
    return accountPage(request, 422, { name: loginWords[locale].nameWrong(MAX_NAME_CHARACTERS) });
  await db.transaction((tx) => setUserName(tx, actor, user, name));
  return redirect('/panel/account', words[locale].saved);
}

/** The new address has to be read before it counts; its link asks for the password, which is hashed anew with it. */
export async function changeEmail(request: PanelRequest): Promise<PanelResponse> {
  const { form, db, user, tenant, locale, deps } = request;
  const text = words[locale];
  const email = form.text('email');
  if (!formats.email.validate(email)) return accountPage(request, 422, { email: text.emailWrong });
  if (email === user.email) return accountPage(request, 422, { email: text.emailSame });
  const isCase = email.toLowerCase() === user.email.toLowerCase();
  if (!isCase && (await isMember(db, tenant.id, email)))
    return accountPage(request, 422, { email: text.emailTaken });
  const wait = await deps.attempts.take('mail', String(tenant.id));
  if (wait > 0) return accountPage(request, 429, { email: text.mailThrottled(waitText(locale, wait)) });
  const link = { tenantId: tenant.id, kind: 'email_change', email, userId: user.id } as const;
  return passOn(request, {
    token: await db.transaction((tx) => newLink(tx, link)),
    to: email,
    subject: text.confirmSubject(tenant.name),
    sentences: [text.confirmSentence(tenant.name), text.confirmIgnore],
    label: loginWords[locale].email_change_submit,
    next: '/panel/account',
    sent: text.confirmSent(email),
  });
}

export async function changePassword(request: PanelRequest): Promise<PanelResponse> {
  const { form, user, actor, db, deps, locale, session, signal } = request;
  const [current, next] = [form.raw('current'), form.raw('next')];
  const errors = issuesWith(request, current, next);
  if (errors) return accountPage(request, 422, errors);
  const problem = await passwordProblem(request, user, current);
  if (problem) return accountPage(request, problem.status, { current: problem.text });
  const hash = await deps.passwords.hashNew(user.email, next, signal);
  if (hash === undefined) return accountPage(request, 503, { next: words[locale].busy });
  const version = await db.transaction((tx) => setUserPassword(tx, actor, user, hash));
  // The change has ended this session as well, so it starts anew, under a new id.
  if (version !== undefined) await session.begin({ login: newLogin(request, user, version) });
  return redirect('/panel/account', words[locale].changed);
}

export async function logOutEverywhere({ db, actor, user, session }: PanelRequest): Promise<PanelResponse> {
  await db.transaction((tx) => endSessions(tx, actor, user));
  await session.begin();
  return redirect('/panel/login');
}

export async function endSession(request: PanelRequest): Promise<PanelResponse> {
  const { params, db, session, locale } = request;
  const found = (await listSessions(request)).find(({ name }) => name === params.id);
  if (!found) return notFound();
  await deleteStoredSession(db, found.sid);
  if (found.name !== session.name) return redirect('/panel/account#sessions', words[locale].sessionEnded);
  await session.begin();
  return redirect('/panel/login');
}

function issuesWith({ locale }: PanelRequest, current: string, next: string): FormErrors | undefined {
  if (current === '') return { current: loginWords[locale].ownMissing };
  const error = newPasswordError(locale, next);
  if (error !== undefined) return { next: error };
  return next === current ? { next: words[locale].same } : undefined;
}
