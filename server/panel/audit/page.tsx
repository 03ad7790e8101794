import { AUDIT_GROUPS } from '../../accounts/audit/actions.ts';
import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import { AUDIT_RETENTION_DAYS } from '../../accounts/audit/retention.ts';
import { listUsers } from '../../accounts/staff/users.ts';
import {
  Chip,
  Empty,
  Hidden,
  LinkButton,
  Notice,
  Pages,
  Select,
  SubmitButton,
  Table,
  Time,
  useFormat,
  useLocale,
} from '../kit/index.ts';
import { managerNames } from '../request/managers.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { actorText, withHostsOnly } from './describe.ts';
import { EntryDetails } from './entry-details.tsx';
import { type AuditQuery, auditLink, filterOf, readAuditQuery } from './filter.ts';
import { entryLinks } from './links.ts';
import { actionWords, groupWords, words } from './words.ts';

const PAGE_SIZE = 50;

type AuditView = Awaited<ReturnType<typeof readView>>;

async function readView(request: PanelRequest) {
  const { db, tenant } = request;
  const query = readAuditQuery(request.query);
  const options = { limit: PAGE_SIZE + 1, before: query.before };
  const found = await listAudit(db, tenant.id, filterOf(query), options);
  const shown = found.slice(0, PAGE_SIZE);
  const entries = request.user.permissions.includes('webhook.manage') ? shown : shown.map(withHostsOnly);
  const linkOf = await entryLinks(request, entries);
  // The tenant's, to filter by.
  const users = await listUsers(db, tenant.id);
  return { query, entries, linkOf, users, hasMore: found.length > PAGE_SIZE };
}

export async function auditPage(request: PanelRequest): Promise<PanelResponse> {
  const { locale } = request;
  const view = await readView(request);
  const { query, entries, hasMore } = view;
  const text = words[locale];
  return page(
    { title: text.audit, heading: { intro: text.intro(AUDIT_RETENTION_DAYS) } },
    request.user.permissions.length > 0 ? null : (
      <Notice kind="warning">{text.noPermissions(await managerNames(request))}</Notice>
    ),
    <Groups {...view} />,
    <ActorFilter {...view} />,
    entries.length === 0 ? (
      <Empty title={text.none}>
        <p>
          <LinkButton href="/panel/audit">{text.showAll}</LinkButton>
        </p>
      </Empty>
    ) : (
      <Entries {...view} />
    ),
    <Pages
      newer={query.before === undefined ? undefined : auditLink(query, {})}
      older={hasMore ? auditLink(query, { before: entries.at(-1)!.id }) : undefined}
    />,
  );
}

function Groups({ query, entries }: AuditView) {
  const locale = useLocale();
  const text = words[locale];
  return (
    <nav class="filters" aria-label={text.groups}>
      {[undefined, ...AUDIT_GROUPS].map((group) => (
        <Chip key={group} href={auditLink(query, { group })} isCurrent={query.group === group}>
          {group === undefined ? text.all : groupWords[locale][group]}
        </Chip>
      ))}
      {query.target === undefined ? null : (
        <Chip href={auditLink(query, { target: undefined })} isCurrent>
          {text.onlyTarget(entries[0]?.targetName ?? query.target)} <span aria-hidden="true">×</span>
        </Chip>
      )}
    </nav>
  );
}

function ActorFilter({ query: { group, target, actor = '' }, users }: AuditView) {
  const text = words[useLocale()];
  return (
    <form class="filters" method="get" action="/panel/audit">
      <Hidden fields={{ group, target }} />
      <Select
        name="actor"
        aria-label={text.actor}
        value={actor}
        options={[
          ['', text.anyActor],
          ...users.map(({ id, email }) => [id, email] as const),
          ['operator', text.operator],
          ['system', text.system],
        ]}
      />
      <SubmitButton>{text.filter}</SubmitButton>
    </form>
  );
}

function Entries({ query, entries, linkOf }: AuditView) {
  const format = useFormat();
  const { locale } = format;
  const text = words[locale];
  return (
    <Table
      name="audit"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: text.what,
          cell: (entry) => (
            <>
              {actionWords[locale][entry.action]}
              {target(entry, query)}
            </>
          ),
        },
        { title: text.actor, class: 'wide break', cell: (entry) => actorText(locale, entry) },
        {
          title: text.details,
          class: 'wide',
          cell: (entry) => (
            <>
              <EntryDetails {...entry} />
              {linkOf(entry) === undefined ? null : (
                <a class="second" href={linkOf(entry)}>
                  {entry.targetType === 'recovery' ? text.seeRecovery : text.seeDelivery}
                </a>
              )}
            </>
          ),
        },
        {
          title: text.when,
          number: true,
          class: 'nowrap',
          cell: ({ at }) => <Time at={at} />,
        },
      ]}
    />
  );
}

/** What the entry is about, by which the list can be filtered. */
function target({ targetType, targetId, targetName, actorName }: RecordedEntry, query: AuditQuery) {
  if (targetType === null || targetName === actorName) return null;
  return (
    <div class="second break">
      <a class="filter-by" href={auditLink(query, { target: `${targetType}:${targetId}` })}>
        {targetName || targetId}
      </a>
    </div>
  );
}
