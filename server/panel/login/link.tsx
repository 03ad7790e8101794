import { acceptInvitation } from '../../accounts/staff/invitations.ts';
import { findLink, type OpenLink, useLink } from '../../accounts/staff/links.ts';
import { setUserEmail, setUserPassword, unlessTaken } from '../../accounts/staff/user-changes.ts';
import { MAX_NAME_CHARACTERS, nameIssue } from '../../base/formats/name-rules.ts';
import { Form, type FormErrors, hasErrors, TextField } from '../kit/index.ts';
import { messagePage } from '../request/message-page.tsx';
import { type Page, type PanelResponse, page, redirect, type VisitorRequest } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { NewPassword, newPasswordError, passwordProblem } from './own-password.tsx';
import { notify } from './pass-on.tsx';
import { waitText, words } from './words.ts';

/** What a link that works once leads to. Opening it changes nothing: programs that check e-mails for viruses do it first. */
export async function showLink(request: VisitorRequest): Promise<PanelResponse> {
  const token = request.params.token ?? '';
  const link = await openLink(request, () => findLink(request.deps.db, token));
  return 'page' in link ? link.page : linkPage(request, token, link, {});
}

export async function submitLink(request: VisitorRequest): Promise<PanelResponse> {
  const { form, deps, locale, signal, address } = request;
  const token = form.raw('token');
  const link = await openLink(request, () => findLink(request.deps.db, token));
  if ('page' in link) return link.page;
  const errors = mistakesIn(request, link);
  if (hasErrors(errors)) return linkPage(request, token, link, errors, 422);
  const wait = await deps.attempts.take('link', token);
  if (wait > 0) {
    const throttled = words[locale].linkThrottled(waitText(locale, wait));
    return linkPage(request, token, link, { form: throttled }, 429);
  }
  const problem =
    link.kind === 'email_change'
      ? await passwordProblem(request, link.user!, form.raw('current'))
      : undefined;
  if (problem) return linkPage(request, token, link, { current: problem.text }, problem.status);
  const password = form.raw(link.kind === 'email_change' ? 'current' : 'next');
  const hash = await deps.passwords.hashNew(link.email, password, signal, address);
  if (hash === undefined) return linkPage(request, token, link, { form: words[locale].busy }, 503);
  return (await complete(request, link, token, hash)) ? done(request, link) : deadPage(request);
}

/** A network that has guessed is answered nothing more, but a link that works: others of an office may have got one. */
export async function openLink<Link extends object>(
  request: VisitorRequest,
  find: () => Promise<Link | undefined>,
): Promise<Link | { readonly page: Page }> {
  const { deps, address, locale } = request;
  const link = await find();
  if (link) return link;
  const wait = await deps.attempts.take('unknown_link', address);
  const throttled = wait > 0 ? words[locale].linkThrottled(waitText(locale, wait)) : undefined;
  return { page: deadPage(request, throttled === undefined ? 404 : 429, throttled) };
}

function mistakesIn({ form, locale }: VisitorRequest, { kind }: OpenLink): FormErrors {
  if (kind === 'email_change') return {};
  const text = words[locale];
  const next = newPasswordError(locale, form.raw('next'));
  const name =
    kind === 'invitation' && nameIssue(form.text('name')) ? text.nameWrong(MAX_NAME_CHARACTERS) : undefined;
  return { name, next };
}

/** False if somebody else used the link up, or took the address, since it was opened. */
async function complete(
  { deps, form }: VisitorRequest,
  link: OpenLink,
  token: string,
  passwordHash: string,
): Promise<boolean> {
  const { kind, user, email } = link;
  return unlessTaken(() =>
    deps.db.transaction(async (tx) => {
      if (kind === 'invitation')
        return acceptInvitation(tx, link, token, { name: form.text('name'), passwordHash });
      if (!(await useLink(tx, link, token))) return false;
      if (kind === 'email_change') return setUserEmail(tx, user!, email, passwordHash);
      const actor = { type: 'user', userId: user!.id, email: user!.email } as const;
      return (await setUserPassword(tx, actor, user!, passwordHash)) !== undefined;
    }),
  );
}

/** The old address is told, so that a change that its owner didn't make is noticed. */
function done(request: VisitorRequest, { kind, user, email, tenantName }: OpenLink): PanelResponse {
  const text = words[request.locale];
  if (kind === 'email_change')
    notify(request, {
      to: user!.email,
      subject: text.emailChangedSubject(tenantName),
      sentences: [text.emailChangedSentence(tenantName, email)],
    });
  if (kind === 'password_reset')
    notify(request, {
      to: email,
      subject: text.passwordChangedSubject(tenantName),
      sentences: [text.passwordChangedSentence(tenantName)],
    });
  return redirect('/panel/login', text[`${kind}_done`]);
}

function linkPage(
  request: VisitorRequest,
  token: string,
  link: OpenLink,
  errors: FormErrors,
  status = 200,
): Page {
  const { kind, tenantName, email } = link;
  const text = words[request.locale];
  const title = text[`${kind}_title`](tenantName);
  return page(
    { title, status, heading: { intro: text[`${kind}_intro`](email) } },
    <Form action="/panel/link" errors={errors} hidden={{ token }} submit={text[`${kind}_submit`]}>
      <Fields {...link} />
    </Form>,
  );
}

function Fields({ kind, email }: OpenLink) {
  const { locale, form } = useRequest<VisitorRequest>();
  const text = words[locale];
  if (kind === 'email_change')
    return (
      <TextField
        name="current"
        label={text.currentPassword}
        type="password"
        input={{ required: true, autocomplete: 'current-password', autofocus: true }}
      />
    );
  return (
    <>
      {kind === 'invitation' ? (
        <TextField
          name="name"
          label={text.name}
          value={form.text('name')}
          input={{ required: true, autocomplete: 'name' }}
        />
      ) : null}
      <NewPassword email={email} />
    </>
  );
}

/** The same for every link that doesn't work, whatever the reason. With a sentence it's about the network, not the link. */
export function deadPage({ locale, deps }: VisitorRequest, status = 404, throttled?: string): Page {
  const text = words[locale];
  const title = throttled === undefined ? text.linkDeadTitle : text.linkThrottledTitle;
  const link = [`${deps.site.path}/login`, text.title] as const;
  return messagePage({ title, status, link }, <p>{throttled ?? text.linkDead}</p>);
}
