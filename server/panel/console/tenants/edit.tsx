import { MAX_RATE_LIMIT, ownValueNames, type Plan } from '../../../accounts/tenants/plans.ts';
import type { Tenant } from '../../../accounts/tenants/tenant.ts';
import { type TenantChange, updateTenant } from '../../../accounts/tenants/update-tenant.ts';
import { Choice, FieldGroup, Form, type FormErrors, hasErrors, TextField } from '../../kit/index.ts';
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
import { Common, type Fields, mistakesIn, typed } from './fields.tsx';
import { tenantPath } from './state.tsx';

export const editForm = async (request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> =>
  editPage(request, tenant, storedIn(tenant));

type Edited = Fields & Pick<Tenant, 'api_enabled' | 'webhooks_enabled'> & { readonly rate: string };

const storedIn = (tenant: Tenant): Edited => ({ ...tenant, rate: String(tenant.api_rate_limit_rpm) });

const typedFor = (request: ConsoleRequest): Edited => ({
  ...typed(request),
  api_enabled: request.form.has('api_enabled'),
  webhooks_enabled: request.form.has('webhooks_enabled'),
  rate: request.form.text('rate'),
});

const isRate = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= MAX_RATE_LIMIT;

/** What the form showed. Another operator may have changed it since. */
const shownOf = ({ name, time_zone, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm }: Tenant) =>
  JSON.stringify([name, time_zone, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm]);

/** Another plan brings its values, but for those that the tenant has of its own: they're as the form says, or stay. */
const ownValues = (tenant: Tenant, all: Partial<Plan>): Partial<Plan> =>
  Object.fromEntries(ownValueNames(tenant).map((name) => [name, all[name] ?? tenant[name]]));

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
  if (request.form.has('shown') && request.form.text('shown') !== shownOf(tenant))
    return editPage(request, tenant, storedIn(tenant), { form: text.changedMeanwhile });
  const all = { ...edited, api_rate_limit_rpm: Number(rate) };
  const changed = Object.entries(all).filter(([name, value]) => tenant[name as keyof Tenant] !== value);
  const change: TenantChange = {
    ...(edited.plan !== tenant.plan && ownValues(tenant, all)),
    ...Object.fromEntries(changed),
  };
  const { actor } = readReason(request);
  const before = await db.transaction((tx) => updateTenant(tx, actor, tenant.tenant_id, change));
  return before ? redirect(tenantPath(tenant.tenant_id), text.saved) : notFound();
}

function editPage(request: ConsoleRequest, tenant: Tenant, edited: Edited, errors: FormErrors = {}): Page {
  const text = words[request.locale];
  const path = tenantPath(tenant.tenant_id);
  return page(
    { title: text.editTitle(tenant.name), status: hasErrors(errors) ? 422 : 200, heading: {} },
    <Form
      action={`${path}/edit`}
      errors={errors}
      hidden={{ shown: shownOf(tenant) }}
      submit={text.save}
      cancel={path}
    >
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
