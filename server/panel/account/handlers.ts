import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../accounts/staff/password.ts';
import { endSessions, setUserPassword } from '../../accounts/staff/user-changes.ts';
import { waitText } from '../login/words.ts';
import { type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { accountPage, type PasswordErrors } from './page.tsx';
import { words } from './words.ts';

export async function changePassword(request: PanelRequest): Promise<PanelResponse> {
  const { form, user, actor, db, deps, locale, session, signal } = request;
  const [current, next] = [form.raw('current'), form.raw('next')];
  const errors = issuesWith(request, current, next);
  if (errors) return accountPage(request, 422, errors);
  const refused = await checkCurrent(request, current);
  if (refused) return refused;
  const hash = await deps.passwords.hashNew(user.email, next, signal);
  if (hash === undefined) return accountPage(request, 503, { next: words[locale].busy });
  const version = await db.transaction((tx) => setUserPassword(tx, actor, user, hash));
  const now = deps.nowMs();
  // The change has ended this session as well, so it starts anew, under a new id.
  if (version !== undefined)
    await session.begin({
      login: { tenantId: user.tenantId, userId: user.id, version, startedAt: now, usedAt: now },
    });
  return redirect('/panel/account', words[locale].changed);
}

export async function logOutEverywhere({ db, actor, user, session }: PanelRequest): Promise<PanelResponse> {
  await db.transaction((tx) => endSessions(tx, actor, user));
  await session.begin();
  return redirect('/panel/login');
}

function issuesWith({ locale }: PanelRequest, current: string, next: string): PasswordErrors | undefined {
  const text = words[locale];
  if (current === '') return { current: text.currentMissing };
  const length = [...next].length;
  if (length < MIN_PASSWORD_CHARACTERS) return { next: text.tooShort(MIN_PASSWORD_CHARACTERS) };
  if (length > MAX_PASSWORD_CHARACTERS) return { next: text.tooLong(MAX_PASSWORD_CHARACTERS) };
  return next === current ? { next: text.same } : undefined;
}

/** Whoever found an open browser must not get at the password by guessing. Undefined if it's right. */
async function checkCurrent(request: PanelRequest, password: string): Promise<PanelResponse | undefined> {
  const { user, address: network, deps, locale, signal } = request;
  const device = `user-${user.tenantId}-${user.id}`;
  const result = await deps.passwords.check({ email: user.email, password, network, device, signal });
  const text = words[locale];
  if (result.kind === 'busy') return accountPage(request, 503, { current: text.busy });
  if (result.kind === 'throttled')
    return accountPage(request, 429, { current: text.throttled(waitText(locale, result.waitSeconds)) });
  const isOwn = result.matching.some(({ tenantId, id }) => tenantId === user.tenantId && id === user.id);
  return isOwn ? undefined : accountPage(request, 422, { current: text.currentWrong });
}
