import { type Invitation, listInvitations } from '../../../accounts/staff/invitations.ts';
import { type FoundUser, findUsers } from '../../../accounts/staff/users.ts';
import { findTenant, type Tenant } from '../../../accounts/tenants/tenant.ts';
import { changesOf } from '../../../lifecycle/tenants/change-status.ts';
import { findReceipt } from '../../../lifecycle/tenants/deletion-receipts.ts';
import { type TenantUsage, tenantUsage } from '../../../lifecycle/tenants/tenant-usage.ts';
import { heldHostsOf } from '../../../webhooks/endpoints/delivery-holds.ts';
import { Details, Figures, LinkButton, Table, Time, useFormat, useLocale } from '../../kit/index.ts';
import { readId } from '../../request/form.ts';
import { type ConsoleRequest, notFound, type PanelResponse, page, redirect } from '../../request/route.ts';
import { userColumns } from '../user-columns.tsx';
import { words } from '../words.ts';
import { receiptPage } from './receipts.tsx';
import { TenantState, tenantPath } from './state.tsx';

/** Some milliseconds to count; who needs more of a large tenant exports it. */
const MOST_COUNTED = 100_000;
const USERS_SHOWN = 20;

/** Calls a handler with the tenant of the path. */
export const withTenant =
  (handle: (request: ConsoleRequest, tenant: Tenant) => Promise<PanelResponse>) =>
  async (request: ConsoleRequest): Promise<PanelResponse> => {
    const id = readId(request.params.id);
    const tenant = id === undefined ? undefined : await findTenant(request.db, id);
    if (tenant) return handle(request, tenant);
    return id !== undefined && (await findReceipt(request.db, id)) ? redirect(tenantPath(id)) : notFound();
  };

/** Of one that is being deleted, or was, the receipt. */
export async function tenantPage(request: ConsoleRequest): Promise<PanelResponse> {
  const { db, params } = request;
  const id = readId(params.id);
  if (id === undefined) return notFound();
  const tenant = await findTenant(db, id);
  if (tenant && tenant.status !== 'deleting') return overview(request, tenant);
  const receipt = await findReceipt(db, id);
  return receipt ? receiptPage(request, receipt) : notFound();
}

async function overview(request: ConsoleRequest, tenant: Tenant): Promise<PanelResponse> {
  const { db, locale } = request;
  const text = words[locale];
  const { tenant_id: tenantId, name, status } = tenant;
  const usage = await tenantUsage(db, tenantId, MOST_COUNTED);
  const users = await findUsers(db, { tenantId, limit: USERS_SHOWN + 1 });
  const path = tenantPath(tenantId);
  return page(
    {
      title: name,
      heading: {
        intro: text.numbered(tenantId),
        actions: (
          <>
            {status === 'closed' ? null : <LinkButton href={`${path}/view`}>{text.viewDo}</LinkButton>}
            <LinkButton href={`${path}/edit`}>{text.edit}</LinkButton>
          </>
        ),
      },
    },
    <Use usage={usage} limitBytes={tenant.stored_bytes_limit} />,
    <Facts tenant={tenant} heldHosts={await heldHostsOf(db, tenantId)} />,
    <section>
      <h2>{text.whatToDo}</h2>
      <div class="actions start">
        {changesOf(status).map((to) => (
          <LinkButton key={to} href={`${path}/status/${to}`}>
            {text[`${to}Do`]}
          </LinkButton>
        ))}
        {status === 'closed' ? (
          <LinkButton href={`${path}/delete`} look="danger">
            {text.deleteDo}
          </LinkButton>
        ) : null}
        {status === 'active' ? <LinkButton href={`${path}/owner`}>{text.ownerDo}</LinkButton> : null}
        <LinkButton href={`/console/operators?tenant=${tenantId}`}>{text.whatOperatorsDid}</LinkButton>
      </div>
    </section>,
    <Users {...{ users, tenantId, invited: await listInvitations(db, tenantId) }} />,
  );
}

interface UseProps {
  readonly usage: TenantUsage;
  readonly limitBytes: number;
}

function Use({ usage, limitBytes }: UseProps) {
  const format = useFormat();
  const text = words[format.locale];
  const counted = (count: number) =>
    count < MOST_COUNTED ? format.number(count) : text.atLeast(format.number(count));
  return (
    <>
      <Figures
        of={{
          [text.orders]: counted(usage.orders),
          [text.waiting]: counted(usage.waiting_deliveries),
          [text.lastRequest]: <Time at={usage.last_request_at} none={text.never} as="relative" />,
          [text.users]: counted(usage.users),
        }}
      />
      <Details
        of={{
          [text.products]: counted(usage.products),
          [text.customers]: counted(usage.customers),
          [text.events]: counted(usage.events),
          [text.apiKeys]: counted(usage.keys),
          [text.endpoints]: counted(usage.endpoints),
          [text.storage]: `${format.gigabytes(usage.stored_bytes)} / ${format.gigabytes(limitBytes)} GB (${Math.floor((100 * usage.stored_bytes) / limitBytes)} %)`,
        }}
      />
    </>
  );
}

interface FactsProps {
  readonly tenant: Tenant;
  readonly heldHosts: readonly string[];
}

function Facts({ tenant, heldHosts }: FactsProps) {
  const format = useFormat();
  const text = words[format.locale];
  const since = (at: string | null, reason: string | null) =>
    at === null ? undefined : (
      <>
        <Time at={at} />: <bdi>{reason}</bdi>
      </>
    );
  return (
    <section>
      <h2>{text.settings}</h2>
      <Details
        of={{
          [text.status]: <TenantState status={tenant.status} />,
          [text.suspendedSince]: since(tenant.suspended_at, tenant.suspension_reason),
          [text.closedSince]: since(tenant.closed_at, tenant.closing_reason),
          [text.deleteAfter]: tenant.delete_after === null ? undefined : <Time at={tenant.delete_after} />,
          [text.heldSince]:
            tenant.deliveries_held_since === null ? undefined : <Time at={tenant.deliveries_held_since} />,
          [text.heldHosts]: heldHosts.length === 0 ? undefined : heldHosts.join(', '),
          [text.plan]: tenant.plan,
          [text.api]: tenant.api_enabled ? text.on : text.off,
          [text.webhooks]: tenant.webhooks_enabled ? text.on : text.off,
          [text.rateLimit]: format.number(tenant.api_rate_limit_rpm),
          [text.currency]: tenant.currency,
          [text.timeZone]: tenant.time_zone,
          [text.created]: <Time at={tenant.created_at} as="date" />,
        }}
      />
    </section>
  );
}

interface UsersProps {
  readonly users: readonly FoundUser[];
  readonly invited: readonly Invitation[];
  readonly tenantId: number;
}

function Users({ users, invited, tenantId }: UsersProps) {
  const locale = useLocale();
  const text = words[locale];
  return (
    <section>
      <h2>{text.users}</h2>
      {users.length === 0 ? (
        <p>{text.noUsers}</p>
      ) : (
        <Table
          name="people"
          rows={users.slice(0, USERS_SHOWN)}
          keyOf={({ id }) => id}
          columns={userColumns(locale, false)}
        />
      )}
      {users.length > USERS_SHOWN ? (
        <p>
          <a href={`/console/users?tenant=${tenantId}`}>{text.allUsers}</a>
        </p>
      ) : null}
      {invited.map(({ id, email, expired, expiresAt }) => (
        <p key={id}>
          <bdi>{email}</bdi>: {expired ? text.invitationExpired : text.invitedUntil} <Time at={expiresAt} />
        </p>
      ))}
    </section>
  );
}
