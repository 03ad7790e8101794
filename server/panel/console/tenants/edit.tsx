import { MAX_RATE_LIMIT, ownValueNames, type Plan } from '../../../accounts/tenants/plans.ts';
import { MAX_STORAGE_GB, parseGb } from '../../../accounts/tenants/storage.ts';
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
import { alreadySo, lastAction } from '../already.tsx';
import { ReasonField, readReason } from '../reason.tsx';
import { words } from '../words.ts';
import { Common, type Fields, mistakesIn, typed } from './fields.tsx';
import { tenantPath } from './state.tsx';

export const editForm = async (request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> =>
  editPage(request, tenant, storedIn(tenant));

interface Edited extends Fields, Pick<Tenant, 'api_enabled' | 'webhooks_enabled'> {
  readonly rate: string;
  /** In GB. */
  readonly storage: string;
}

const storedIn = ({ api_rate_limit_rpm: rate, stored_bytes_limit: bytes, ...tenant }: Tenant): Edited => ({
  ...tenant,
  rate: String(rate),
  storage: String(bytes / 1e9),
});

const typedFor = (request: ConsoleRequest): Edited => ({
  ...typed(request),
  api_enabled: request.form.has('api_enabled'),
  webhooks_enabled: request.form.has('webhooks_enabled'),
  rate: request.form.text('rate'),
  storage: request.form.text('storage'),
});

const isRate = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= MAX_RATE_LIMIT;

/** What the form showed. Another operator may have changed it since. */
const SHOWN = [
  'name',
  'time_zone',
  'plan',
  'api_enabled',
  'webhooks_enabled',
  'api_rate_limit_rpm',
  'stored_bytes_limit',
] as const;
const shownOf = (tenant: Tenant): string => JSON.stringify(SHOWN.map((name) => tenant[name]));

/** Another plan brings its values, but for those that the tenant has of its own: they're as the form says, or stay. */
const ownValues = (tenant: Tenant, all: Partial<Plan>): Partial<Plan> =>
  Object.fromEntries(ownValueNames(tenant).map((name) => [name, all[name] ?? tenant[name]]));

/** What is written is what the operator changed: a plan brings its values for the rest. */
export async function saveOne(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, locale, format } = request;
  const text = words[locale];
  const { rate, storage, ...edited } = typedFor(request);
  const bytes = parseGb(storage);
  const errors: FormErrors = {
    ...mistakesIn(request),
    rate: isRate(rate) ? undefined : text.rateWrong(format.number(MAX_RATE_LIMIT)),
    storage: bytes === undefined ? text.storageWrong(format.number(MAX_STORAGE_GB)) : undefined,
  };
  if (hasErrors(errors) || bytes === undefined)
    return editPage(request, tenant, { ...edited, rate, storage }, errors);
  const all = { ...edited, api_rate_limit_rpm: Number(rate), stored_bytes_limit: bytes };
  const changed = Object.entries(all).filter(([name, value]) => tenant[name as keyof Tenant] !== value);
  if (request.form.has('shown') && request.form.text('shown') !== shownOf(tenant))
    return changed.length === 0
      ? sameSaved(request, tenant)
      : editPage(request, tenant, storedIn(tenant), { form: text.changedMeanwhile });
  const change: TenantChange = {
    ...(edited.plan !== tenant.plan && ownValues(tenant, all)),
    ...Object.fromEntries(changed),
  };
  const { actor } = readReason(request);
  const before = await db.transaction((tx) => updateTenant(tx, actor, tenant.tenant_id, change));
  return before ? redirect(tenantPath(tenant.tenant_id), text.saved) : notFound();
}

/** Another operator has made the same change. */
async function sameSaved(
  request: ConsoleRequest,
  { tenant_id: tenantId, name }: Tenant,
): Promise<PanelResponse> {
  const last = await lastAction(request, { tenantId, actions: ['tenant.updated'] });
  return alreadySo(request, words[request.locale].sameSaved(name), last, tenantPath(tenantId));
}

function editPage(request: ConsoleRequest, tenant: Tenant, edited: Edited, errors: FormErrors = {}): Page {
  const text = words[request.locale];
  const path = tenantPath(tenant.tenant_id);
  return page(
    { title: text.editTitle(tenant.name), status: hasErrors(errors) ? 422 : 200, heading: {} },
    <Form
      action={`${path}/edit`}
      errors={errors}
      values={edited}
      hidden={{ shown: shownOf(tenant) }}
      submit={text.save}
      cancel={path}
    >
      <Common plan={edited.plan} />
      <FieldGroup name="flags" label={text.flags}>
        <div>
          {(['api_enabled', 'webhooks_enabled'] as const).map((flag) => (
            <Choice key={flag} type="checkbox" name={flag} value="on" checked={edited[flag]}>
              {text[flag]}
            </Choice>
          ))}
        </div>
      </FieldGroup>
      <TextField name="rate" label={text.rateLimit} input={{ required: true, autocomplete: 'off' }} />
      <TextField name="storage" label={text.storageLimit} input={{ required: true, autocomplete: 'off' }} />
      <ReasonField />
    </Form>,
  );
}
