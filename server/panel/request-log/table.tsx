import type { LoggedRefusal } from '../../accounts/request-log/store.ts';
import { type Column, RowLink, Status, Table, Time, useFormat, useLocale } from '../kit/index.ts';
import { Detail } from './detail.tsx';
import { problemWords } from './problem-words.ts';
import { groupOf, toneOf } from './status-group.ts';
import { words } from './words.ts';

interface TableProps {
  readonly rows: readonly LoggedRefusal[];
  /** The id of the row whose detail is open. */
  readonly open: string | undefined;
  /** The page with this row open, or with none. */
  readonly linkTo: (open: string | undefined) => string;
}

export function RefusalTable({ rows, open, linkTo }: TableProps) {
  const format = useFormat();
  const text = words[format.locale];
  const isOpen = ({ requestId }: LoggedRefusal): boolean => requestId === open;
  const columns: readonly Column<LoggedRefusal>[] = [
    {
      title: text.request,
      class: 'break',
      cell: (row) => (
        <>
          <RefusalLink
            {...{ row, isOpen: isOpen(row) }}
            link={linkTo(isOpen(row) ? undefined : row.requestId)}
          />
          <code class="second">
            {row.method} {row.path}
          </code>
        </>
      ),
    },
    {
      title: text.status,
      cell: ({ status }) => (
        <Status tone={toneOf(status)}>
          {status} {text[groupOf(status)]}
        </Status>
      ),
    },
    {
      title: text.key,
      label: true,
      cell: ({ keyName, keyPrefix }) => (
        <>
          {keyName ?? <span class="quiet">{text.deletedKey}</span>}
          <code class="second">{keyPrefix}…</code>
        </>
      ),
    },
    {
      title: text.duration,
      number: true,
      label: true,
      cell: (row) => format.duration(row.durationMs),
    },
    { title: text.time, number: true, label: true, cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <Table
      name="requests"
      rows={rows}
      keyOf={({ requestId }) => requestId}
      idOf={({ requestId }) => requestId}
      isOpen={isOpen}
      detail={(row) => <Detail refusal={row} />}
      columns={columns}
    />
  );
}

interface RefusalLinkProps {
  readonly row: LoggedRefusal;
  readonly isOpen: boolean;
  readonly link: string;
}

/** With JavaScript the page keeps its place, and htmx the focus, by the link's id. */
const RefusalLink = ({ row, isOpen, link }: RefusalLinkProps) => (
  <RowLink
    about={[`${row.method} ${row.path}`, useFormat().time(row.at), row.keyName]}
    id={`row-${row.requestId}`}
    href={link}
    aria-expanded={isOpen}
    hx-get={link.split('#', 1)[0]}
    hx-target="#content"
    hx-select="#content"
    hx-swap="outerHTML show:none"
    hx-push-url="true"
  >
    {problemWords(useLocale(), row.code).title}
  </RowLink>
);
