import type { ComponentChildren, VNode } from 'preact';
import type { TenantHealth } from '../../../webhooks/endpoints/tenant-health.ts';
import type { DeliveryCounts } from '../../../webhooks/queue/delivery-counts.ts';
import type { DeliveryPage } from '../../../webhooks/queue/list-deliveries.ts';
import { CopyBlock } from '../../elements/copy-block.tsx';
import { Empty } from '../../elements/empty.tsx';
import { Figures } from '../../elements/figures.tsx';
import { Heading } from '../../elements/heading.tsx';
import { Notice } from '../../elements/notice.tsx';
import { Pages } from '../../elements/pages.tsx';
import type { Format } from '../../language/format.ts';
import { words as shared } from '../../words.ts';
import type { Words } from '../words.ts';
import { DeliveryTable, RESEND_FORM } from './delivery-table.tsx';
import { Filters, shownCount } from './filters.tsx';
import { LIST_PATH, type ListQuery, listLink, positionText } from './list-query.ts';

export interface ListPageProps {
  readonly query: ListQuery;
  readonly words: Words;
  readonly format: Format;
  readonly nowMs: number;
  readonly maxAttempts: number;
  readonly counts: DeliveryCounts;
  readonly health: TenantHealth;
  readonly endpoints: readonly { readonly id: number; readonly name: string }[];
  readonly page: DeliveryPage;
  readonly detail: ComponentChildren;
  /** What the live stream compares with. */
  readonly seen: string;
  readonly error?: string;
}

/** Everything below #deliveries is replaced when a filter, a row or the live stream asks for it. */
export const ListPage = (props: ListPageProps): VNode => (
  <section
    id="deliveries"
    data-live="/panel/deliveries/live"
    data-seen={props.seen}
    data-here={hereOf(props.query)}
    hx-boost="true"
    hx-target="#deliveries"
    hx-select="#deliveries"
    hx-swap="outerHTML show:none"
  >
    <Heading title={props.words.title} intro={props.words.intro}>
      <Live words={props.words} here={hereOf(props.query)} />
      <a class="button" href="/panel/deliveries/recover" hx-boost="false">
        {props.words.recover}
      </a>
    </Heading>
    {props.error === undefined ? null : <Notice kind="error">{props.error}</Notice>}
    <Day {...props} />
    <Filters {...props} />
    {props.query.searchIsValid ? null : <Notice kind="error">{props.words.searchError}</Notice>}
    <Content {...props} />
  </section>
);

/** The list as it is. Not always the page's address: the answer to a form that wasn't accepted has the form's. */
const hereOf = ({ kept, open, attempt }: ListQuery): string =>
  listLink(kept, { open: open ?? '', attempt: attempt === undefined ? '' : String(attempt) });

/** The script shows it and says in `data-state` which of the words is true. */
const Live = ({ words, here }: { words: Words; here: string }): VNode => (
  <p class="live" hidden role="status">
    <span data-when="on">{words.live}</span>
    <span data-when="paused">{words.livePaused}</span>
    <span data-when="news">
      {words.liveNews} <a href={here}>{words.refresh}</a>
    </span>
    <span data-when="off">{words.liveOff}</span>
    <span data-when="ended">
      {words.liveEnded} <a href={LIST_PATH}>{words.refresh}</a>
    </span>
  </p>
);

function Day({ words, format, counts, health }: ListPageProps): VNode {
  // What still waits for a retry wasn't delivered: without it, six failing deliveries beside one success looked like 100 %.
  const tried = health.accepted + counts.failedToday + counts.retrying;
  return (
    <>
      <p class="second day">{words.lastDay}</p>
      <Figures
        figures={[
          {
            label: words.figureDelivered,
            value: tried === 0 ? words.none : format.percent(health.accepted / tried),
          },
          { label: words.figureFailed, value: shownCount(counts.failedToday) },
          { label: words.figureWaiting, value: shownCount(counts.retrying) },
          {
            label: words.figureP95,
            value: health.p95Ms === undefined ? words.none : format.duration(health.p95Ms),
          },
        ]}
      />
    </>
  );
}

function Content(props: ListPageProps): VNode {
  const { query, page, words, format, detail } = props;
  const { deliveries, next, searchedUntil } = page;
  const older = next && listLink(query.kept, { after: positionText(next) });
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
      {searchedUntil === undefined ? (
        <Pages
          locale={format.locale}
          newer={query.after && listLink(query.kept, { after: '' })}
          older={older}
        />
      ) : (
        <p class="search-on">
          {(deliveries.length === 0 ? words.notFoundYet : words.someFoundYet)(format.fullTime(searchedUntil))}{' '}
          <a class="button" href={older}>
            {words.searchOn}
          </a>
        </p>
      )}
    </>
  );
}

const ResendSelected = ({ query, words }: { query: ListQuery; words: Words }): VNode => (
  <form method="post" action={`${LIST_PATH}/resend`} id={RESEND_FORM} class="selected" hx-boost="false">
    <input type="hidden" name="back" value={listLink(query.kept)} />
    <button type="submit" class="button">
      {words.resendSelected}
    </button>
  </form>
);

function Nothing({ query, words, format }: ListPageProps): VNode {
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
