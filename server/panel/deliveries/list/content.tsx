import type { ComponentChildren, VNode } from 'preact';
import type { DeliveryPage } from '../../../webhooks/log/list-deliveries.ts';
import type { SearchedEvents } from '../../../webhooks/log/undelivered.ts';
import { Empty } from '../../kit/elements/empty.tsx';
import { ListenCommands } from '../../kit/elements/listen-commands.tsx';
import { Pages } from '../../kit/elements/pages.tsx';
import type { Format } from '../../kit/language/format.ts';
import { DeliveryTable, RESEND_FORM } from './delivery-table.tsx';
import { LIST_PATH, type ListQuery, listLink, positionText } from './list-query.ts';
import type { ListedEndpoint } from './switched-off.tsx';
import { UndeliveredEvents } from './undelivered.tsx';
import type { ListWords } from './words.ts';

export interface ContentProps {
  readonly query: ListQuery;
  readonly words: ListWords;
  readonly format: Format;
  readonly nowMs: number;
  readonly maxAttempts: number;
  readonly page: DeliveryPage;
  readonly detail: ComponentChildren;
  readonly endpoints: readonly ListedEndpoint[];
  /** Undefined unless an event or an order was searched for. */
  readonly searched: SearchedEvents | undefined;
  /** Where programs find the API. */
  readonly apiOrigin: string;
}

/** The rows, the open one's detail, and the way to older rows. */
export function Content(props: ContentProps): VNode {
  const { query, page, words, detail, searched } = props;
  const { deliveries, next } = page;
  const isListed = deliveries.some(({ id }) => id === query.open);
  return (
    <>
      {isListed || detail === null ? null : <div class="panel-box">{detail}</div>}
      {deliveries.length > 0 ? (
        <>
          <ResendSelected query={query} words={words} />
          <DeliveryTable {...props} kept={query.kept} deliveries={deliveries} open={query.open} />
        </>
      ) : null}
      {deliveries.length === 0 && next === undefined ? <Nothing {...props} /> : null}
      {searched === undefined ? null : <UndeliveredEvents {...props} searched={searched} />}
      <Older {...props} />
    </>
  );
}

function Older({ query, page, words, format }: ContentProps): VNode {
  const { deliveries, next, searchedUntil } = page;
  const older = next && listLink(query.kept, { after: positionText(next) });
  if (searchedUntil === undefined)
    return (
      <Pages
        locale={format.locale}
        newer={query.after && listLink(query.kept, { after: '' })}
        older={older}
      />
    );
  return (
    <p class="search-on">
      {(deliveries.length === 0 ? words.notFoundYet : words.someFoundYet)(format.fullTime(searchedUntil))}{' '}
      <a class="button" href={older}>
        {words.searchOn}
      </a>
    </p>
  );
}

const ResendSelected = ({ query, words }: Pick<ContentProps, 'query' | 'words'>): VNode => (
  <form method="post" action={`${LIST_PATH}/resend`} id={RESEND_FORM} class="selected" hx-boost="false">
    <input type="hidden" name="back" value={listLink(query.kept)} />
    <button type="submit" class="button">
      {words.resendSelected}
    </button>
  </form>
);

function Nothing(props: ContentProps): VNode {
  return Object.keys(props.query.kept).length > 0 ? <NoneMatch {...props} /> : <NoneYet {...props} />;
}

/** Names what was searched for: on a phone the field is out of sight. */
function NoneMatch({ query: { kept, searchIsValid }, words, searched }: ContentProps): VNode {
  const { q, ...others } = kept;
  const isFiltered = Object.keys(others).length > 0;
  const title = isFiltered ? words.nothingForFiltered : words.nothingFor;
  return (
    <Empty title={q === undefined ? words.nothingTitle : title(q)}>
      {searched?.found === 0 ? <p>{words.noEvent}</p> : null}
      <p class="actions start">
        {q !== undefined && isFiltered && searchIsValid ? (
          <a class="button" href={listLink({ q })}>
            {words.searchAll(q)}
          </a>
        ) : null}
        <a class="button" href={LIST_PATH}>
          {words.clear}
        </a>
      </p>
    </Empty>
  );
}

function NoneYet({ words, format, endpoints, apiOrigin }: ContentProps): VNode {
  const on = endpoints.find(({ active }) => active);
  const [href, label] =
    on === undefined
      ? ['/panel/webhooks/new', words.emptyEndpoint]
      : [`/panel/webhooks/${on.id}`, words.emptyTest];
  return (
    <Empty title={words.emptyTitle}>
      <p>{words.emptyText}</p>
      <p>
        <a class="button primary" href={href} hx-boost="false">
          {label}
        </a>
      </p>
      <ListenCommands locale={format.locale} apiOrigin={apiOrigin} />
    </Empty>
  );
}
