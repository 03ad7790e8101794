import type { ComponentChildren, VNode } from 'preact';
import type { DeliveryPage } from '../../../webhooks/queue/list-deliveries.ts';
import { CopyBlock } from '../../elements/copy-block.tsx';
import { Empty } from '../../elements/empty.tsx';
import { Pages } from '../../elements/pages.tsx';
import type { Format } from '../../language/format.ts';
import { words as shared } from '../../words.ts';
import { DeliveryTable, RESEND_FORM } from './delivery-table.tsx';
import { LIST_PATH, type ListQuery, listLink, positionText } from './list-query.ts';
import type { ListWords } from './words.ts';

export interface ContentProps {
  readonly query: ListQuery;
  readonly words: ListWords;
  readonly format: Format;
  readonly nowMs: number;
  readonly maxAttempts: number;
  readonly page: DeliveryPage;
  readonly detail: ComponentChildren;
}

/** The rows, the open one's detail, and the way to older rows. */
export function Content(props: ContentProps): VNode {
  const { query, page, words, detail } = props;
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

function Nothing({ query, words, format }: ContentProps): VNode {
  if (Object.keys(query.kept).length > 0) return <Empty title={words.nothingTitle} />;
  return (
    <Empty title={words.emptyTitle}>
      <p>{words.emptyText}</p>
      <p>
        <a class="button primary" href="/panel/webhooks/new" hx-boost="false">
          {words.emptyEndpoint}
        </a>
      </p>
      <CopyBlock
        title={words.emptyListen}
        text="npx @tradepost/sdk listen"
        copyLabel={shared[format.locale].copy}
        inline
      />
    </Empty>
  );
}
