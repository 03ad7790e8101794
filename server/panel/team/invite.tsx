import {
  findInvitation,
  invite,
  MAX_INVITATIONS,
  revokeInvitation,
} from '../../accounts/staff/invitations.ts';
import { covers, isRole, type Permission, ROLES, roleOf } from '../../accounts/staff/rules/roles.ts';
import { formats } from '../../base/formats/contract-formats.ts';
import { Form, type FormErrors, hasErrors, TextField } from '../kit/index.ts';
import { passOn } from '../login/pass-on.tsx';
import { words as loginWords, waitText } from '../login/words.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { RoleField } from './role-field.tsx';
import { words } from './words.ts';

export const inviteForm = async (request: PanelRequest): Promise<PanelResponse> => formPage(request, {}, 200);

export async function sendInvitation(request: PanelRequest): Promise<PanelResponse> {
  const { form, user, locale } = request;
  const text = words[locale];
  const email = form.text('email');
  const role = form.text('role');
  const errors: FormErrors = {
    email: formats.email.validate(email) ? undefined : text.emailWrong,
    role: isRole(role)
      ? covers(user.permissions, ROLES[role])
        ? undefined
        : text.roleTooMuch
      : text.roleWrong,
  };
  if (hasErrors(errors) || !isRole(role)) return formPage(request, errors, 422);
  return createAndSend(request, { email, permissions: ROLES[role] });
}

/** Another link for the same person: it's valid for as long as a new one, and the old one no longer. */
export async function resendInvitation(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, params, user } = request;
  const id = readId(params.id);
  const found = id === undefined ? undefined : await findInvitation(db, { tenantId: tenant.id, id });
  if (!found || !covers(user.permissions, found.permissions)) return notFound();
  return createAndSend(request, found);
}

async function createAndSend(
  request: PanelRequest,
  { email, permissions }: { readonly email: string; readonly permissions: readonly Permission[] },
): Promise<PanelResponse> {
  const { db, actor, tenant, user, locale, deps, format } = request;
  const text = words[locale];
  const wait = await deps.attempts.take('mail', String(tenant.id));
  if (wait > 0) return formPage(request, { form: text.mailThrottled(waitText(locale, wait)) }, 429);
  const token = await db.transaction((tx) => invite(tx, actor, { tenantId: tenant.id, email, permissions }));
  if (token === 'member') return formPage(request, { email: text.member }, 422);
  if (token === 'too_many')
    return formPage(request, { form: text.tooMany(format.number(MAX_INVITATIONS)) }, 422);
  const about = { by: user.name || user.email, tenant: tenant.name, role: text[roleOf(permissions)] };
  return passOnInvitation(request, {
    ...about,
    token,
    to: email,
    next: '/panel/team',
    sent: text.invited(email),
  });
}

type Invited = Record<'by' | 'tenant' | 'role' | 'token' | 'to' | 'next' | 'sent', string>;

/** Operators invite as well. */
export function passOnInvitation(
  request: Parameters<typeof passOn>[0],
  { by, tenant, role, ...rest }: Readonly<Invited>,
): Promise<PanelResponse> {
  const text = words[request.locale];
  const { invitation_submit: label } = loginWords[request.locale];
  const sentences = [text.mailSentence(by, tenant, role), text.mailValid];
  return passOn(request, { subject: text.mailSubject(tenant), sentences, label, ...rest });
}

export async function revoke({ db, actor, tenant, params, locale }: PanelRequest): Promise<PanelResponse> {
  const id = readId(params.id);
  if (id === undefined) return notFound();
  const email = await db.transaction((tx) => revokeInvitation(tx, actor, { tenantId: tenant.id, id }));
  return email === undefined ? notFound() : redirect('/panel/team', words[locale].revoked(email));
}

function formPage(request: PanelRequest, errors: FormErrors, status: number): PanelResponse {
  const { form, locale, user, deps } = request;
  const text = words[locale];
  const submit = deps.mail ? text.inviteSubmit : text.inviteByLink;
  return page(
    { title: text.inviteTitle, status, heading: { intro: text.inviteIntro } },
    <Form action="/panel/team/invite" errors={errors} submit={submit} cancel="/panel/team">
      <TextField
        name="email"
        label={text.email}
        type="email"
        value={form.text('email')}
        input={{ required: true, autocomplete: 'off', autofocus: !hasErrors(errors) }}
      />
      <RoleField own={user.permissions} chosen={form.text('role')} />
    </Form>,
  );
}
