import type { VNode } from 'preact';
import { AUDIT_GROUPS } from '../../accounts/audit/actions.ts';
import type { RecordedEntry } from '../../accounts/audit/list.ts';
import { AUDIT_RETENTION_DAYS } from '../../accounts/audit/retention.ts';
import type { User } from '../../accounts/staff/users.ts';
import { Empty } from '../kit/elements/empty.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { Pages } from '../kit/elements/pages.tsx';
import { Time } from '../kit/elements/time.tsx';
import { words as shared } from '../kit/words.ts';
import type { PanelRequest } from '../request/route.ts';
import { actionWords, groupWords } from './action-words.ts';
import { actorText, detailsOf } from './describe.ts';
import { type AuditQuery, auditLink } from './filter.ts';
import type { EntryLink } from './links.ts';
import { words } from './words.ts';

export interface AuditView {
  readonly request: PanelRequest;
  readonly query: AuditQuery;
  readonly entries: readonly RecordedEntry[];
  readonly linkOf: EntryLink;
  /** The tenant's, to filter by. */
  readonly users: readonly User[];
  readonly hasMore: boolean;
}

export function AuditPage(view: AuditView): VNode {
  const { request, query, entries, hasMore } = view;
  const { locale } = request;
  return (
    <>
      <Heading title={shared[locale].audit} intro={words[locale].intro(AUDIT_RETENTION_DAYS)} />
      <Groups {...view} />
      <ActorFilter {...view} />
      {entries.length === 0 ? (
        <Empty title={words[locale].none}>
          <p>
            <a class="button" href="/panel/audit">
              {words[locale].showAll}
            </a>
          </p>
        </Empty>
      ) : (
        <Entries {...view} />
      )}
      <Pages
        locale={locale}
        newer={query.before === undefined ? undefined : auditLink(query, {})}
        older={hasMore ? auditLink(query, { before: entries.at(-1)!.id }) : undefined}
      />
    </>
  );
}

function Groups({ request: { locale }, query, entries }: AuditView): VNode {
  const chip = (group: AuditQuery['group'], label: string): VNode => (
    <a
      key={label}
      class="chip"
      href={auditLink(query, { group })}
      aria-current={query.group === group ? 'true' : undefined}
    >
      {label}
    </a>
  );
  const target = query.target === undefined ? undefined : (entries[0]?.targetName ?? query.target);
  return (
    <nav class="filters" aria-label={words[locale].groups}>
      {chip(undefined, words[locale].all)}
      {AUDIT_GROUPS.map((group) => chip(group, groupWords[locale][group]))}
      {target === undefined ? null : (
        <a class="chip" href={auditLink(query, { target: undefined })} aria-current="true">
          {words[locale].onlyTarget(target)} <span aria-hidden="true">×</span>
        </a>
      )}
    </nav>
  );
}

function ActorFilter({ request: { locale }, query, users }: AuditView): VNode {
  const text = words[locale];
  const option = (value: string, label: string): VNode => (
    <option key={value} value={value} selected={query.actor === value || undefined}>
      {label}
    </option>
  );
  return (
    <form class="filters" method="get" action="/panel/audit">
      {query.group === undefined ? null : <input type="hidden" name="group" value={query.group} />}
      {query.target === undefined ? null : <input type="hidden" name="target" value={query.target} />}
      <select name="actor" aria-label={text.actor}>
        {option('', text.anyActor)}
        {users.map(({ id, email }) => option(String(id), email))}
        {option('operator', text.operator)}
        {option('system', text.system)}
      </select>
      <button type="submit" class="button">
        {text.filter}
      </button>
    </form>
  );
}

function Entries({ request, query, entries, linkOf }: AuditView): VNode {
  const text = words[request.locale];
  return (
    <table class="table audit">
      <thead>
        <tr>
          <th scope="col">{text.what}</th>
          <th scope="col">{text.who}</th>
          <th scope="col">{text.details}</th>
          <th scope="col" class="number">
            {text.when}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} {...{ request, query, entry }} link={linkOf(entry)} />
        ))}
      </tbody>
    </table>
  );
}

interface EntryProps {
  readonly request: PanelRequest;
  readonly query: AuditQuery;
  readonly entry: RecordedEntry;
  /** Where the entry's target is shown. */
  readonly link: string | undefined;
}

function Entry({ request: { locale, format }, query, entry, link }: EntryProps): VNode {
  const { action, actorName, targetType, targetId, targetName, at } = entry;
  return (
    <tr>
      <td>
        {actionWords[locale][action]}
        {targetType === null || targetName === actorName ? null : (
          <div class="second break">
            <a class="filter-by" href={auditLink(query, { target: `${targetType}:${targetId}` })}>
              {targetName || targetId}
            </a>
          </div>
        )}
      </td>
      <td class="wide break">{actorText(locale, entry)}</td>
      <td class="wide">
        {detailsOf(entry, format).map(({ label, text }) => (
          <div key={label} class="second break">
            {label}: {text}
          </div>
        ))}
        {link === undefined ? null : (
          <a class="second" href={link}>
            {targetType === 'recovery' ? words[locale].seeRecovery : words[locale].seeDelivery}
          </a>
        )}
      </td>
      <td class="number nowrap">
        <Time at={at} format={format} />
      </td>
    </tr>
  );
}
