import { useOperatorForm } from '../../../accounts/operators/operators.ts';
import { isFreshFormToken, newFormToken } from '../../../accounts/staff/form-token.ts';
import { createTenant } from '../../../accounts/tenants/create-tenant.ts';
import { DEFAULT_CURRENCY, isCurrency } from '../../../accounts/tenants/currency.ts';
import { isPlan, MAX_RATE_LIMIT, PLANS, type PlanName } from '../../../accounts/tenants/plans.ts';
import type { Tenant } from '../../../accounts/tenants/tenant.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../../accounts/tenants/time-zone.ts';
import { type TenantChange, updateTenant } from '../../../accounts/tenants/update-tenant.ts';
import { MAX_NAME_CHARACTERS, nameIssue } from '../../../base/formats/name-rules.ts';
import {
  Choice,
  Field,
  FieldGroup,
  Form,
  type FormErrors,
  hasErrors,
  Select,
  TextField,
} from '../../kit/index.ts';
import {
  type ConsoleRequest,
  notFound,
  type Page,
  type PanelResponse,
  page,
  redirect,
} from '../../request/route.ts';
import { ReasonField, readReason } from '../reason.tsx';
import { words } from '../words.ts';
import { tenantPath } from './list.tsx';

const LIST = '/console/tenants';

/** What the fields say, as text. */
interface Fields {
  readonly name: string;
  readonly time_zone: string;
  readonly plan: string;
}

const NEW: Fields = { name: '', time_zone: DEFAULT_TIME_ZONE, plan: '' };

const typed = ({ form }: ConsoleRequest): Fields => ({
  name: form.text('name'),
  time_zone: form.text('time_zone'),
  plan: form.text('plan'),
});

function mistakesIn(request: ConsoleRequest): FormErrors {
  const text = words[request.locale];
  const { name, time_zone, plan } = typed(request);
  return {
    name: nameIssue(name) ? text.nameInvalid(MAX_NAME_CHARACTERS) : undefined,
    time_zone: isTimeZone(time_zone) ? undefined : text.timeZoneWrong(DEFAULT_TIME_ZONE),
    plan: isPlan(plan) ? undefined : text.planWrong,
    reason: readReason(request).error,
  };
}

export const createForm = async (request: ConsoleRequest): Promise<PanelResponse> => newPage(request, NEW);

export async function createOne(request: ConsoleRequest): Promise<PanelResponse> {
  const { form, db, deps, locale, operator } = request;
  const text = words[locale];
  const [currency, token] = [form.text('currency'), form.text('token')];
  const errors: FormErrors = {
    ...mistakesIn(request),
    currency: isCurrency(currency) ? undefined : text.currencyWrong(DEFAULT_CURRENCY),
    form: isFreshFormToken(token, deps.nowMs()) ? undefined : text.formStale,
  };
  const { name, time_zone: timeZone, plan } = typed(request);
  if (hasErrors(errors)) return newPage(request, typed(request), errors);
  const tenant = { name, timeZone, currency, plan: plan as PlanName };
  const id = await db.transaction(async (tx) =>
    (await useOperatorForm(tx, operator.id, token))
      ? createTenant(tx, readReason(request).actor, tenant)
      : undefined,
  );
  return redirect(id === undefined ? LIST : tenantPath(id), text.createDone(name));
}

function newPage(request: ConsoleRequest, fields: Fields, errors: FormErrors = {}): Page {
  const { locale, deps, form } = request;
  const text = words[locale];
  return page(
    { title: text.newTenant, status: hasErrors(errors) ? 422 : 200, heading: {} },
    <Form
      action={`${LIST}/new`}
      errors={errors}
      hidden={{ token: newFormToken(deps.nowMs(), deps.randomInt) }}
      submit={text.create}
      cancel={LIST}
    >
      <Common request={request} fields={fields} errors={errors} />
      <TextField
        name="currency"
        label={text.currency}
        hint={text.currencyHint}
        value={form.text('currency') || DEFAULT_CURRENCY}
        error={errors.currency}
        input={{ required: true, autocomplete: 'off' }}
      />
      <ReasonField value={form.text('reason')} error={errors.reason} />
    </Form>,
  );
}

interface CommonProps {
  readonly request: ConsoleRequest;
  readonly fields: Fields;
  readonly errors: FormErrors;
}

function Common({ request: { locale }, fields: { name, time_zone, plan }, errors }: CommonProps) {
  const text = words[locale];
  return (
    <>
      <TextField
        name="name"
        label={text.name}
        value={name}
        error={errors.name}
        input={{ required: true, autocomplete: 'off' }}
      />
      <TextField
        name="time_zone"
        label={text.timeZone}
        hint={text.timeZoneHint}
        value={time_zone}
        error={errors.time_zone}
        input={{ required: true, autocomplete: 'off' }}
      />
      <Field name="plan" label={text.plan} hint={text.planHint} error={errors.plan}>
        {(input) => (
          <Select {...input} value={plan} options={Object.keys(PLANS).map((each) => [each, each] as const)} />
        )}
      </Field>
    </>
  );
}

export const editForm = async (request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> =>
  editPage(request, tenant, { ...tenant, rate: String(tenant.api_rate_limit_rpm) });

type Edited = Fields & Pick<Tenant, 'api_enabled' | 'webhooks_enabled'> & { readonly rate: string };

const typedFor = (request: ConsoleRequest): Edited => ({
  ...typed(request),
  api_enabled: request.form.has('api_enabled'),
  webhooks_enabled: request.form.has('webhooks_enabled'),
  rate: request.form.text('rate'),
});

const isRate = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= MAX_RATE_LIMIT;

/** What is written is what the operator changed: a plan brings its values for the rest. */
export async function saveOne(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, locale, format } = request;
  const text = words[locale];
  const { rate, ...edited } = typedFor(request);
  const errors: FormErrors = {
    ...mistakesIn(request),
    rate: isRate(rate) ? undefined : text.rateWrong(format.number(MAX_RATE_LIMIT)),
  };
  if (hasErrors(errors)) return editPage(request, tenant, { ...edited, rate }, errors);
  const all = { ...edited, api_rate_limit_rpm: Number(rate) };
  const changed = Object.entries(all).filter(([name, value]) => tenant[name as keyof Tenant] !== value);
  const change: TenantChange = Object.fromEntries(changed);
  const { actor } = readReason(request);
  const before = await db.transaction((tx) => updateTenant(tx, actor, tenant.tenant_id, change));
  return before ? redirect(tenantPath(tenant.tenant_id), text.saved) : notFound();
}

function editPage(request: ConsoleRequest, tenant: Tenant, edited: Edited, errors: FormErrors = {}): Page {
  const text = words[request.locale];
  const path = tenantPath(tenant.tenant_id);
  return page(
    { title: text.editTitle(tenant.name), status: hasErrors(errors) ? 422 : 200, heading: {} },
    <Form action={`${path}/edit`} errors={errors} submit={text.save} cancel={path}>
      <Common request={request} fields={edited} errors={errors} />
      <FieldGroup name="flags" label={text.flags}>
        <div>
          {(['api_enabled', 'webhooks_enabled'] as const).map((flag) => (
            <Choice key={flag} type="checkbox" name={flag} value="on" checked={edited[flag]}>
              {text[flag]}
            </Choice>
          ))}
        </div>
      </FieldGroup>
      <TextField
        name="rate"
        label={text.rateLimit}
        value={edited.rate}
        error={errors.rate}
        input={{ required: true, autocomplete: 'off' }}
      />
      <ReasonField value={request.form.text('reason')} error={errors.reason} />
    </Form>,
  );
}
