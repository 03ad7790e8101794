import { useOperatorForm } from '../../../accounts/operators/operators.ts';
import { invite } from '../../../accounts/staff/invitations.ts';
import { ROLES } from '../../../accounts/staff/rules/roles.ts';
import { createTenant } from '../../../accounts/tenants/create-tenant.ts';
import { DEFAULT_CURRENCY, isCurrency } from '../../../accounts/tenants/currency.ts';
import type { PlanName } from '../../../accounts/tenants/plans.ts';
import { Form, type FormErrors, hasErrors, TextField } from '../../kit/index.ts';
import { newToken, sentToken } from '../../request/form-token.ts';
import { type ConsoleRequest, type Page, type PanelResponse, page, redirect } from '../../request/route.ts';
import { ReasonField, readReason } from '../reason.tsx';
import { words } from '../words.ts';
import { Common, type Fields, mistakesIn, NEW, typed } from './fields.tsx';
import { emailError, OwnerField, passOnTo } from './owner.tsx';
import { tenantPath } from './state.tsx';

const LIST = '/console/tenants';

export const createForm = async (request: ConsoleRequest): Promise<PanelResponse> => newPage(request, NEW);

export async function createOne(request: ConsoleRequest): Promise<PanelResponse> {
  const { form, db, locale, operator } = request;
  const text = words[locale];
  const [currency, owner] = [form.text('currency'), form.text('owner')];
  const token = sentToken(request);
  const errors: FormErrors = {
    ...mistakesIn(request),
    currency: isCurrency(currency) ? undefined : text.currencyWrong(DEFAULT_CURRENCY),
    owner: owner === '' ? undefined : emailError(request, owner),
    form: token === undefined ? text.formStale : undefined,
  };
  const { name, time_zone: timeZone, plan } = typed(request);
  if (hasErrors(errors) || token === undefined) return newPage(request, typed(request), errors);
  const tenant = { name, timeZone, currency, plan: plan as PlanName };
  const { actor } = readReason(request);
  const made = await db.transaction(async (tx) => {
    if (!(await useOperatorForm(tx, operator.id, token))) return undefined;
    const tenantId = await createTenant(tx, actor, tenant);
    const link = { tenantId, email: owner, permissions: ROLES.owner };
    return { tenantId, token: owner === '' ? undefined : await invite(tx, actor, link) };
  });
  const sent = text.createDone(name);
  if (!made?.token) return redirect(made ? tenantPath(made.tenantId) : LIST, sent);
  return passOnTo(request, { tenant_id: made.tenantId, name }, { token: made.token, to: owner, sent });
}

function newPage(request: ConsoleRequest, fields: Fields, errors: FormErrors = {}): Page {
  const { locale, form } = request;
  const text = words[locale];
  return page(
    { title: text.newTenant, status: hasErrors(errors) ? 422 : 200, heading: {} },
    <Form
      action={`${LIST}/new`}
      errors={errors}
      values={fields}
      hidden={{ token: newToken(request) }}
      submit={text.create}
      cancel={LIST}
    >
      <Common plan={fields.plan} />
      <TextField
        name="currency"
        label={text.currency}
        hint={text.currencyHint}
        value={form.text('currency') || DEFAULT_CURRENCY}
        input={{ required: true, autocomplete: 'off' }}
      />
      <OwnerField name="owner" label={text.ownerEmail} hint={text.ownerHint} />
      <ReasonField />
    </Form>,
  );
}
