import { Empty, Hidden, LinkButton, ListenCommands, Pages, SubmitButton } from '../../kit/index.ts';
import { linkTo } from '../../request/form.ts';
import { DeliveryTable, RESEND_FORM } from './delivery-table.tsx';
import { afterLink, LIST_PATH, listLink } from './list-query.ts';
import type { ListView } from './list-view.tsx';
import { UndeliveredEvents } from './undelivered.tsx';

/** The rows, the open one's detail, and the way to older rows. */
export function Content(props: ListView) {
  const { query, page, detail } = props;
  const { deliveries, next } = page;
  const isListed = deliveries.some(({ id }) => id === query.open);
  return (
    <>
      {isListed || detail === null ? null : (
        <div class="panel-box">
          <h2>{detail.title}</h2>
          {detail.content}
        </div>
      )}
      {deliveries.length > 0 ? (
        <>
          {props.mayResend ? <ResendSelected {...props} /> : null}
          <DeliveryTable {...props} />
        </>
      ) : null}
      {deliveries.length === 0 && next === undefined ? <Nothing {...props} /> : null}
      <UndeliveredEvents {...props} />
      <Older {...props} />
    </>
  );
}

function Older({ query, page, words, format }: ListView) {
  const { deliveries, next, searchedUntil } = page;
  const older = next && afterLink(query.kept, next);
  if (searchedUntil === undefined)
    return <Pages newer={query.after && listLink(query.kept, { after: '' })} older={older} />;
  return (
    <p class="search-on">
      {(deliveries.length === 0 ? words.notFoundYet : words.someFoundYet)(format.fullTime(searchedUntil))}{' '}
      <LinkButton href={older}>{words.searchOn}</LinkButton>
    </p>
  );
}

const ResendSelected = ({ query, words }: ListView) => (
  <form method="post" action={`${LIST_PATH}/resend`} id={RESEND_FORM} class="selected" hx-boost="false">
    <Hidden fields={{ back: listLink(query.kept) }} />
    <SubmitButton>{words.resendSelected}</SubmitButton>
  </form>
);

function Nothing(props: ListView) {
  return Object.keys(props.query.kept).length > 0 ? <NoneMatch {...props} /> : <NoneYet {...props} />;
}

/** Names what was searched for: on a phone the field is out of sight. */
function NoneMatch({ query: { kept, searchIsValid }, words, searched }: ListView) {
  const { q, ...others } = kept;
  const isFiltered = Object.keys(others).length > 0;
  const title = isFiltered ? words.nothingForFiltered : words.nothingFor;
  return (
    <Empty title={q === undefined ? words.nothingTitle : title(q)}>
      {searched?.found === 0 ? <p>{words.noEvent}</p> : null}
      <p class="actions start">
        {q === undefined ? null : (
          <LinkButton href={linkTo('/panel/search', { q })}>{words.searchPanelFor(q)}</LinkButton>
        )}
        {q !== undefined && isFiltered && searchIsValid ? (
          <LinkButton href={listLink({ q })}>{words.searchAll(q)}</LinkButton>
        ) : null}
        <LinkButton href={LIST_PATH}>{words.clear}</LinkButton>
      </p>
    </Empty>
  );
}

function NoneYet({ words, endpoints, apiOrigin }: ListView) {
  const on = endpoints.find(({ active }) => active);
  const [href, label] =
    on === undefined
      ? ['/panel/webhooks/new', words.newWebhook]
      : [`/panel/webhooks/${on.id}`, words.emptyTest];
  return (
    <Empty title={words.emptyTitle}>
      <p>{words.emptyText}</p>
      <p>
        <LinkButton href={href} look="primary" hx-boost="false">
          {label}
        </LinkButton>
      </p>
      <ListenCommands apiOrigin={apiOrigin} />
    </Empty>
  );
}
