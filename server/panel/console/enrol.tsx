import {
  choosePassword,
  completeEnrolment,
  type Enrolment,
  findEnrolment,
} from '../../accounts/operators/enrolment.ts';
import { NO_TENANT, operatorFactor } from '../../accounts/operators/operators.ts';
import { pendingKey } from '../../accounts/second-factor/store.ts';
import { showCodes, showKey } from '../account/second-factor.tsx';
import { Form, type FormErrors } from '../kit/index.ts';
import { deadPage, openLink } from '../login/link.tsx';
import { logIn } from '../login/log-in.ts';
import { NewPassword, newPasswordError } from '../login/own-password.tsx';
import { words as loginWords, waitText } from '../login/words.ts';
import { type Page, type PanelResponse, page, type VisitorRequest } from '../request/route.ts';
import { words } from './words.ts';

const open = (request: VisitorRequest, token: string) =>
  openLink(request, () => findEnrolment(request.deps.db, token));

/** Opening a link changes nothing: programs that check messages for viruses do it first. */
export async function showLink(request: VisitorRequest): Promise<PanelResponse> {
  const token = request.params.token ?? '';
  const found = await open(request, token);
  return 'page' in found ? found.page : passwordPage(request, token, found);
}

/** The first step. Until the second, the link begins anew, and nobody can log in. */
export async function submitFirstPassword(request: VisitorRequest): Promise<PanelResponse> {
  const { form, deps, locale, signal, address } = request;
  const text = loginWords[locale];
  const [token, next] = [form.raw('token'), form.raw('next')];
  const found = await open(request, token);
  if ('page' in found) return found.page;
  const error = newPasswordError(locale, next);
  if (error !== undefined) return passwordPage(request, token, found, { next: error }, 422);
  const wait = await deps.attempts.take('link', token);
  if (wait > 0)
    return passwordPage(request, token, found, { form: text.linkThrottled(waitText(locale, wait)) }, 429);
  const hash = await deps.passwords.hashNew(found.email, next, signal, address);
  if (hash === undefined) return passwordPage(request, token, found, { form: text.busy }, 503);
  const chosen = await deps.db.transaction((tx) => choosePassword(tx, deps.box, token, hash));
  return chosen ? keyPage(request, token, found) : deadPage(request);
}

function passwordPage(
  { locale }: VisitorRequest,
  token: string,
  { email, name }: Enrolment,
  errors: FormErrors = {},
  status = 200,
): Page {
  const text = words[locale];
  return page(
    { title: text.enrolTitle(name), status, heading: { intro: text.enrolIntro(email) } },
    <Form action="/console/link" errors={errors} hidden={{ token }} submit={text.goOn}>
      <NewPassword email={email} />
    </Form>,
  );
}

async function keyPage(
  request: VisitorRequest,
  token: string,
  operator: Enrolment,
  problem?: { readonly status: number; readonly error: string },
): Promise<PanelResponse> {
  const { deps } = request;
  const key = await pendingKey(deps.db, deps.box, operatorFactor(operator));
  if (!key) return deadPage(request);
  const form = { action: '/console/link/code', hidden: { token }, cancel: undefined };
  return showKey(request, { key, issuer: 'Tradepost Console', email: operator.email, form, ...problem });
}

/** The second step logs in: the code was used, and the next one is up to 30 s away. */
export async function submitFirstCode(request: VisitorRequest): Promise<PanelResponse> {
  const { form, deps, locale } = request;
  const text = loginWords[locale];
  const token = form.raw('token');
  const found = await open(request, token);
  if ('page' in found) return found.page;
  const key = `${NO_TENANT} ${found.id}`;
  const wait = await deps.attempts.take('code', key);
  if (wait > 0)
    return keyPage(request, token, found, { status: 429, error: text.codeThrottled(waitText(locale, wait)) });
  const code = form.text('code').replaceAll(' ', '');
  const given = { token, code, nowMs: deps.nowMs() };
  const done = await deps.db.transaction((tx) => completeEnrolment(tx, deps.box, given));
  if (!done)
    return keyPage(request, token, found, { status: 422, error: code ? text.codeWrong : text.codeMissing });
  await deps.attempts.forgive('code', key);
  await logIn(request, done.login, deps.site.path);
  return showCodes(request, done.codes, deps.site.path);
}
