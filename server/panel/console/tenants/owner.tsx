import { invite, MAX_INVITATIONS } from '../../../accounts/staff/invitations.ts';
import { ROLES } from '../../../accounts/staff/rules/roles.ts';
import type { Tenant } from '../../../accounts/tenants/tenant.ts';
import { formats } from '../../../base/formats/contract-formats.ts';
import { type FormErrors, hasErrors, TextField } from '../../kit/index.ts';
import { waitText } from '../../login/words.ts';
import type { ConsoleRequest, PanelResponse } from '../../request/route.ts';
import { useRequest } from '../../request/use-request.ts';
import { passOnInvitation } from '../../team/invite.tsx';
import { words as teamWords } from '../../team/words.ts';
import { ask, readReason } from '../reason.tsx';
import { words } from '../words.ts';
import { tenantPath } from './state.tsx';
import { alreadyIn } from './status.tsx';

interface OwnerFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
}

export const OwnerField = ({ name, label, hint, required }: OwnerFieldProps) => (
  <TextField
    {...{ name, label, hint }}
    type="email"
    value={useRequest<ConsoleRequest>().form.text(name)}
    input={{ required, autocomplete: 'off' }}
  />
);

export const emailError = ({ locale }: ConsoleRequest, email: string): string | undefined =>
  formats.email.validate(email) ? undefined : words[locale].emailWrong;

/** A link with which somebody becomes an owner: the company invites everybody else by itself. */
export async function askOwner(
  request: ConsoleRequest,
  tenant: Tenant,
  errors: FormErrors = {},
): Promise<PanelResponse> {
  if (tenant.status !== 'active') return alreadyIn(request, tenant);
  const text = words[request.locale];
  return ask(request, {
    title: text.ownerTitle(tenant.name),
    text: text.ownerText,
    submit: text.ownerDo,
    cancel: tenantPath(tenant.tenant_id),
    harmless: true,
    errors,
    children: <OwnerField name="email" label={text.email} required />,
  });
}

export async function inviteOwner(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, deps, form, locale, format } = request;
  const { actor, error: reason } = readReason(request);
  const email = form.text('email');
  const errors: FormErrors = { email: emailError(request, email), reason };
  if (hasErrors(errors) || tenant.status !== 'active') return askOwner(request, tenant, errors);
  const text = teamWords[locale];
  const { tenant_id: tenantId } = tenant;
  const wait = await deps.attempts.take('mail', String(tenantId));
  if (wait > 0) return askOwner(request, tenant, { form: text.mailThrottled(waitText(locale, wait)) });
  const made = await db.transaction((tx) => invite(tx, actor, { tenantId, email, permissions: ROLES.owner }));
  if (made === 'member') return askOwner(request, tenant, { email: text.member });
  if (made === 'too_many')
    return askOwner(request, tenant, { form: text.tooMany(format.number(MAX_INVITATIONS)) });
  return passOnTo(request, tenant, { token: made, to: email, sent: text.invited(email) });
}

export function passOnTo(
  { locale, operator, deps }: ConsoleRequest,
  { tenant_id, name: tenant }: Pick<Tenant, 'tenant_id' | 'name'>,
  invitation: { readonly token: string; readonly to: string; readonly sent: string },
): Promise<PanelResponse> {
  const about = { by: operator.name, tenant, role: words[locale].owner, next: tenantPath(tenant_id) };
  return passOnInvitation({ deps, locale, origin: deps.panelOrigin() }, { ...about, ...invitation });
}
