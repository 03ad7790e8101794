import type { VNode } from 'preact';
import type { LoggedRefusal } from '../../accounts/request-log/store.ts';
import { Status } from '../kit/elements/status.tsx';
import { Time } from '../kit/elements/time.tsx';
import type { PanelRequest } from '../request/route.ts';
import { Detail } from './detail.tsx';
import { problemWords } from './problem-words.ts';
import { groupOf, toneOf } from './status-group.ts';
import { words } from './words.ts';

interface TableProps {
  readonly request: PanelRequest;
  readonly rows: readonly LoggedRefusal[];
  /** The id of the row whose detail is open. */
  readonly open: string | undefined;
  /** The page with this row open, or with none. */
  readonly linkTo: (open: string | undefined) => string;
}

export function RefusalTable({ request, rows, open, linkTo }: TableProps): VNode {
  const text = words[request.locale];
  return (
    <table class="table requests">
      <thead>
        <tr>
          <th scope="col">{text.request}</th>
          <th scope="col">{text.status}</th>
          <th scope="col">{text.key}</th>
          <th scope="col" class="number">
            {text.duration}
          </th>
          <th scope="col" class="number">
            {text.time}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.requestId}
            request={request}
            row={row}
            isOpen={row.requestId === open}
            link={linkTo(row.requestId === open ? undefined : row.requestId)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** With JavaScript the page keeps its place, and htmx the focus, by the link's id. */
const inPlace = (link: string): Readonly<Record<string, string>> => ({
  'hx-get': link.split('#', 1)[0]!,
  'hx-target': '#content',
  'hx-select': '#content',
  'hx-swap': 'outerHTML show:none',
  'hx-push-url': 'true',
});

interface RowProps {
  readonly request: PanelRequest;
  readonly row: LoggedRefusal;
  readonly isOpen: boolean;
  readonly link: string;
}

function Row({ request, row, isOpen, link }: RowProps): VNode {
  const { locale, format } = request;
  const text = words[locale];
  return (
    <>
      <tr id={row.requestId} class={isOpen ? 'open' : undefined}>
        <td class="break">
          <a
            class="row mono"
            id={`row-${row.requestId}`}
            href={link}
            aria-expanded={isOpen}
            {...inPlace(link)}
          >
            {row.method} {row.path}
          </a>
          <span class="second">{problemWords(locale, row.code).title}</span>
        </td>
        <td>
          <Status tone={toneOf(row.status)}>
            {row.status} {text[groupOf(row.status)]}
          </Status>
        </td>
        <td data-label={text.key}>
          {row.keyName ?? <span class="quiet">{text.deletedKey}</span>}
          <code class="second">{row.keyPrefix}…</code>
        </td>
        <td class="number" data-label={text.duration}>
          {format.duration(row.durationMs)}
        </td>
        <td class="number" data-label={text.time}>
          <Time at={row.at} format={format} />
        </td>
      </tr>
      {isOpen ? (
        <tr class="open">
          <td colSpan={5} class="wide">
            <Detail request={request} refusal={row} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
