import { listOperatorActions, type RecordedAction } from '../../accounts/audit/operator-actions.ts';
import { AUDIT_RETENTION_DAYS } from '../../accounts/audit/retention.ts';
import type { TargetType } from '../../accounts/audit/store.ts';
import { renewOperatorCodes } from '../../accounts/operators/enrolment.ts';
import { listOperators, type Operator } from '../../accounts/operators/operators.ts';
import { showCodes } from '../account/second-factor.tsx';
import { EntryDetails } from '../audit/entry-details.tsx';
import { actionWords } from '../audit/words.ts';
import {
  Chip,
  type Column,
  Empty,
  type Locale,
  Pages,
  PostButton,
  Prose,
  Status,
  Table,
  Time,
} from '../kit/index.ts';
import { linkTo, readId } from '../request/form.ts';
import { type ConsoleRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { operatorActionWords, targetWords, words } from './words.ts';

const PATH = '/console/operators';
const PAGE_SIZE = 50;
const ENTRY_ID = /^[1-9]\d{0,17}$/;

/** Who they are, and what they did: of all tenants, or of one that may be deleted. */
export async function operatorsPage(request: ConsoleRequest): Promise<PanelResponse> {
  const { db, query, locale } = request;
  const text = words[locale];
  const tenantId = readId(query.text('tenant'));
  const before = ENTRY_ID.test(query.text('before')) ? query.text('before') : undefined;
  const found = await listOperatorActions(db, { tenantId, before, limit: PAGE_SIZE + 1 });
  const actions = found.slice(0, PAGE_SIZE);
  const linkBefore = (id?: string) =>
    linkTo('/console/operators', { tenant: tenantId?.toString(), before: id });
  return page(
    { title: text.operators, heading: { intro: text.operatorsIntro(AUDIT_RETENTION_DAYS) } },
    tenantId === undefined ? (
      <People operators={await listOperators(db)} />
    ) : (
      <nav class="filters" aria-label={text.filters}>
        <Chip href="/console/operators" isCurrent>
          {text.numbered(tenantId)} <span aria-hidden="true">×</span>
        </Chip>
      </nav>
    ),
    <h2>{text.whatTheyDid}</h2>,
    actions.length === 0 ? (
      <Empty title={text.nothingFound}>
        <p>{text.noActions}</p>
      </Empty>
    ) : (
      <Table name="audit" rows={actions} keyOf={({ id }) => id} columns={columns(request)} />
    ),
    <Pages
      newer={before === undefined ? undefined : linkBefore()}
      older={found.length > PAGE_SIZE ? linkBefore(actions.at(-1)!.id) : undefined}
    />,
  );
}

/** Whoever has closed the page of the recovery codes gets others. */
export async function renewOwnCodes(request: ConsoleRequest): Promise<PanelResponse> {
  const codes = await request.db.transaction((tx) => renewOperatorCodes(tx, request.operator));
  return codes ? showCodes(request, codes, PATH) : redirect(PATH);
}

function People({ operators }: { readonly operators: readonly Operator[] }) {
  const { locale, operator } = useRequest<ConsoleRequest>();
  const text = words[locale];
  return (
    <section>
      <Table
        name="people"
        rows={operators}
        keyOf={({ id }) => id}
        columns={[
          {
            title: text.name,
            class: 'break',
            cell: ({ id, name, email }) => (
              <>
                {name}
                <span class="second">{email}</span>
                {id === operator.id ? (
                  <PostButton action={`${PATH}/codes`}>{text.newCodes}</PostButton>
                ) : null}
              </>
            ),
          },
          {
            title: text.status,
            cell: ({ enrolled }) =>
              enrolled ? (
                <Status tone="good">{text.enrolled}</Status>
              ) : (
                <Status tone="quiet">{text.invited}</Status>
              ),
          },
          {
            title: text.lastLogin,
            label: true,
            cell: (each) => <Time at={each.lastLoginAt} none={text.never} />,
          },
        ]}
      />
      <p class="hint">
        <Prose text={text.operatorsHelp} />
      </p>
    </section>
  );
}

/** Of a deleted tenant nothing has a name, and whoever was invited no id either. */
function targetOf({ targetType, targetId, tenantId }: RecordedAction, locale: Locale): string {
  if (targetType === null) return words[locale].numbered(tenantId!);
  const kind = targetWords[locale][targetType as TargetType];
  return targetId === null ? kind : `${kind} ${targetId}`;
}

function columns({ locale }: ConsoleRequest): readonly Column<RecordedAction>[] {
  const text = words[locale];
  const names: Readonly<Record<RecordedAction['action'], string>> = {
    ...actionWords[locale],
    ...operatorActionWords[locale],
  };
  return [
    {
      title: text.what,
      cell: (entry) => (
        <>
          {names[entry.action]}
          <div class="second break">
            {entry.tenantId === null ? (
              entry.targetName
            ) : (
              <a class="filter-by" href={`/console/tenants/${entry.tenantId}`}>
                {entry.targetName || targetOf(entry, locale)}
              </a>
            )}
          </div>
        </>
      ),
    },
    {
      title: text.operator,
      class: 'wide break',
      cell: ({ action, operator }) => (action === 'login.failed' ? text.somebody : operator),
    },
    {
      title: text.reason,
      class: 'wide break',
      cell: ({ reason, details }) => (
        <>
          {reason}
          <EntryDetails details={JSON.parse(details) as object as Record<string, string>} />
        </>
      ),
    },
    { title: text.when, number: true, class: 'nowrap', cell: ({ at }) => <Time at={at} /> },
  ];
}
