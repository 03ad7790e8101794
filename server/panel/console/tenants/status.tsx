import type { Tenant } from '../../../accounts/tenants/tenant.ts';
import {
  changeStatus,
  changesOf,
  isChange,
  type StatusChange,
} from '../../../lifecycle/tenants/change-status.ts';
import { beginDeletion, msUntilQuiet } from '../../../lifecycle/tenants/delete-tenant.ts';
import { type FormErrors, hasErrors, TextField } from '../../kit/index.ts';
import { waitText } from '../../login/words.ts';
import { type ConsoleRequest, notFound, type PanelResponse, redirect } from '../../request/route.ts';
import { alreadySo, lastAction } from '../already.tsx';
import { ask, readReason } from '../reason.tsx';
import { words } from '../words.ts';
import { tenantPath } from './state.tsx';

/** Another operator was faster, or the page is an old one. */
export const alreadyIn = async (request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> => {
  const { tenant_id: tenantId, name, status } = tenant;
  const text = words[request.locale];
  const last = await lastAction(request, { tenantId, actions: STATUS_ACTIONS });
  return alreadySo(request, text.isNow(name, text[status].toLowerCase()), last, tenantPath(tenantId));
};

const STATUS_ACTIONS = [
  'tenant.suspended',
  'tenant.resumed',
  'tenant.closed',
  'tenant.reopened',
  'tenant.deleted',
] as const;

/** The change that the path names, if the tenant's status allows it. */
const changeOf = ({ params }: ConsoleRequest, { status }: Tenant) =>
  changesOf(status).find((each) => each === params.to);

export async function askStatus(
  request: ConsoleRequest,
  tenant: Tenant,
  errors: FormErrors = {},
): Promise<PanelResponse> {
  const to = changeOf(request, tenant);
  if (!to) return isChange(request.params.to) ? alreadyIn(request, tenant) : notFound();
  const text = words[request.locale];
  return ask(request, {
    title: text[`${to}Title`](tenant.name),
    text: textOf(request, tenant, to),
    submit: text[`${to}Do`],
    cancel: tenantPath(tenant.tenant_id),
    harmless: to === 'resumed' || to === 'reopened',
    errors,
  });
}

function textOf({ locale, deps }: ConsoleRequest, tenant: Tenant, to: StatusChange['to']): string {
  const text = words[locale];
  if (to === 'closed') return text.closedText(deps.config.tenantGraceDays);
  return staysSuspended(tenant, to) ? text.staysSuspended : text[`${to}Text`];
}

const staysSuspended = ({ suspended_at }: Tenant, to: StatusChange['to']): boolean =>
  to === 'reopened' && suspended_at !== null;

/** Answers once every process knows. */
export async function changeTo(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, deps, form, locale } = request;
  const to = changeOf(request, tenant);
  const { actor, error } = readReason(request);
  if (!to || error !== undefined) return askStatus(request, tenant, { reason: error });
  const change = { to, reason: form.text('reason'), graceDays: deps.config.tenantGraceDays };
  const result = await changeStatus(db, actor, tenant.tenant_id, change, deps.wait);
  if (!result) return notFound();
  if (!result.changed) return alreadyIn(request, result.before);
  const text = words[locale];
  const done = [text[`${to}Done`], ...(staysSuspended(result.before, to) ? [text.staysSuspended] : [])];
  return redirect(tenantPath(tenant.tenant_id), done.join(' '));
}

export async function askDeletion(
  request: ConsoleRequest,
  tenant: Tenant,
  errors: FormErrors = {},
): Promise<PanelResponse> {
  if (tenant.status !== 'closed') return alreadyIn(request, tenant);
  const text = words[request.locale];
  return ask(request, {
    title: text.deleteTitle(tenant.name),
    text: text.deleteText,
    submit: text.deleteDo,
    cancel: tenantPath(tenant.tenant_id),
    errors,
    children: (
      <TextField
        name="name"
        label={text.typeName(tenant.name)}
        value={request.form.text('name')}
        input={{ required: true, autocomplete: 'off', spellcheck: false }}
      />
    ),
  });
}

/** A worker deletes the rows, within a minute; the tenant's page shows how far it is. */
export async function startDeletion(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, form, locale } = request;
  const { tenant_id: id } = tenant;
  const text = words[locale];
  const { actor, error } = readReason(request);
  const name = form.text('name') === tenant.name.trim() ? undefined : text.nameWrong;
  const quietMs = (await msUntilQuiet(db, id)) ?? 0;
  const wait = quietMs > 0 ? text.notYetQuiet(waitText(locale, Math.ceil(quietMs / 1000))) : undefined;
  const errors: FormErrors = { name, reason: error, form: wait };
  if (hasErrors(errors) || tenant.status !== 'closed') return askDeletion(request, tenant, errors);
  const begun = await beginDeletion(db, actor, id);
  return redirect(tenantPath(id), begun ? text.deleteDone : text.already);
}
