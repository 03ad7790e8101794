import { Heading, LinkButton, Notice } from '../../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../../request/route.ts';
import { Content } from './content.tsx';
import { Filters } from './filters.tsx';
import { LIST_PATH, type ListQuery, listLink } from './list-query.ts';
import { type ListView, listView } from './list-view.tsx';
import { Day, SwitchedOff } from './summary.tsx';

/** The list. With an error, after a form on it wasn't accepted. */
export async function listPage(request: PanelRequest, error?: string): Promise<PanelResponse> {
  const view = await listView(request);
  const status = error === undefined ? 200 : 422;
  return page({ title: view.words.deliveries, status }, <List {...view} error={error} />);
}

/** Everything below #deliveries is replaced when a filter, a row or the live stream asks for it. */
const List = (props: ListView & { readonly error: string | undefined }) => (
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
    <Heading
      title={props.words.deliveries}
      intro={props.words.intro}
      actions={
        <>
          <Live {...props} />
          {props.mayResend ? (
            <LinkButton href="/panel/deliveries/recover" hx-boost="false">
              {props.words.recoverRange}
            </LinkButton>
          ) : null}
        </>
      }
    />
    {props.error === undefined ? null : <Notice kind="error">{props.error}</Notice>}
    <SwitchedOff {...props} />
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
const Live = ({ words, query }: ListView) => (
  <p class="live" hidden role="status">
    <span data-when="on">{words.live}</span>
    <span data-when="paused">{words.livePaused}</span>
    <span data-when="news">
      {words.liveNews} <a href={hereOf(query)}>{words.refresh}</a>
    </span>
    <span data-when="off">{words.liveOff}</span>
    <span data-when="ended">
      {words.liveEnded} <a href={LIST_PATH}>{words.refresh}</a>
    </span>
  </p>
);
