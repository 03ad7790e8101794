import { listReceipts } from '../../../lifecycle/tenants/deletion-receipts.ts';
import { findTenants, type ListedTenant } from '../../../lifecycle/tenants/find-tenants.ts';
import {
  type Column,
  Empty,
  LinkButton,
  Pages,
  Select,
  SubmitButton,
  Table,
  TextField,
  Time,
} from '../../kit/index.ts';
import { linkTo, readId } from '../../request/form.ts';
import { type ConsoleRequest, type PanelResponse, page } from '../../request/route.ts';
import { useRequest } from '../../request/use-request.ts';
import { words } from '../words.ts';
import { Receipts } from './receipts.tsx';
import { TenantState, tenantPath } from './state.tsx';

const PAGE_SIZE = 50;
const STATUSES = ['active', 'suspended', 'closed', 'deleting', 'deleted'] as const;
export async function tenantList(request: ConsoleRequest): Promise<PanelResponse> {
  const { db, query, locale } = request;
  const text = words[locale];
  const search = query.text('search');
  const status = STATUSES.find((each) => each === query.text('status'));
  const after = readId(query.text('after')) ?? 0;
  const asked = { after, limit: PAGE_SIZE + 1 };
  const tenants = status === 'deleted' ? [] : await findTenants(db, { ...asked, text: search, status });
  const receipts = status === 'deleted' ? await listReceipts(db, asked) : [];
  const ids = [...tenants.map((each) => each.tenant_id), ...receipts.map((each) => each.tenantId)];
  const linkAfter = (id?: number) => linkTo('/console/tenants', { search, status, after: id?.toString() });
  return page(
    {
      title: text.tenants,
      heading: {
        intro: text.tenantsIntro,
        actions: (
          <LinkButton href="/console/tenants/new" look="primary">
            {text.newTenant}
          </LinkButton>
        ),
      },
    },
    <Search status={status} />,
    ids.length === 0 ? (
      <Empty title={text.nothingFound}>
        <p>{text.nothingFoundHelp}</p>
      </Empty>
    ) : status === 'deleted' ? (
      <Receipts receipts={receipts.slice(0, PAGE_SIZE)} />
    ) : (
      <Table
        name="tenants"
        rows={tenants.slice(0, PAGE_SIZE)}
        keyOf={({ tenant_id }) => tenant_id}
        columns={columns(request)}
      />
    ),
    <Pages
      by="id"
      newer={after === 0 ? undefined : linkAfter()}
      older={ids.length > PAGE_SIZE ? linkAfter(ids[PAGE_SIZE - 1]) : undefined}
    />,
  );
}

function Search({ status = '' }: { readonly status: string | undefined }) {
  const { locale, query } = useRequest<ConsoleRequest>();
  const text = words[locale];
  return (
    <form method="get" action="/console/tenants" class="request-search">
      <TextField
        name="search"
        label={text.search}
        hint={text.searchHint}
        type="search"
        value={query.text('search')}
        input={{ spellcheck: false, autocomplete: 'off', maxLength: 200 }}
      />
      <Select
        name="status"
        aria-label={text.status}
        value={status}
        options={[['', text.anyStatus], ...STATUSES.map((each) => [each, text[each]] as const)]}
      />
      <SubmitButton>{text.search}</SubmitButton>
    </form>
  );
}

function columns({ locale, format }: ConsoleRequest): readonly Column<ListedTenant>[] {
  const text = words[locale];
  return [
    {
      title: text.tenant,
      class: 'break',
      cell: ({ tenant_id, name }) => (
        <>
          <a class="filter-by" href={tenantPath(tenant_id)}>
            <bdi>{name}</bdi>
          </a>
          <span class="second">{tenant_id}</span>
        </>
      ),
    },
    { title: text.status, cell: ({ status }) => <TenantState status={status} /> },
    { title: text.plan, label: true, cell: ({ plan }) => plan },
    { title: text.users, label: true, number: true, cell: ({ users }) => format.number(users) },
    {
      title: text.lastRequest,
      label: true,
      cell: (tenant) => <Time at={tenant.last_request_at} none={text.never} as="relative" />,
    },
    { title: text.created, label: true, cell: ({ created_at }) => <Time at={created_at} as="date" /> },
  ];
}
