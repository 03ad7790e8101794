import type { VNode } from 'preact';
import type { LoggedRefusal, RefusalPosition } from '../../accounts/request-log/store.ts';
import { Empty } from '../kit/elements/empty.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { Pages } from '../kit/elements/pages.tsx';
import { words as shared } from '../kit/words.ts';
import type { PanelRequest } from '../request/route.ts';
import { isFiltered, linkTo, searchLink } from './filter.ts';
import { Filters, type FiltersProps } from './filters.tsx';
import { NotFound, SearchForm } from './search.tsx';
import { codesOf } from './status-group.ts';
import { RefusalTable } from './table.tsx';
import { words } from './words.ts';

interface ListProps extends FiltersProps {
  readonly rows: readonly LoggedRefusal[];
  /** Where the next page begins, if there is one. */
  readonly next: RefusalPosition | undefined;
}

export function RequestList(props: ListProps): VNode {
  const { request, filter, counts, rows, next } = props;
  const text = words[request.locale];
  const hasAny = counts.length > 0 || isFiltered(filter);
  return (
    <>
      <Top request={request} />
      {hasAny ? <SearchForm text={text} /> : null}
      {hasAny ? <Filters {...props} /> : null}
      {rows.length > 0 ? (
        <RefusalTable
          request={request}
          rows={rows}
          open={filter.open}
          linkTo={(open) => linkTo(filter, { after: filter.after, open })}
        />
      ) : (
        <Nothing {...props} />
      )}
      <Dropped {...props} />
      <Pages
        locale={request.locale}
        newer={filter.after ? linkTo(filter, {}) : undefined}
        older={next && linkTo(filter, { after: next })}
      />
      <p class="hint request-strangers">{text.strangers}</p>
    </>
  );
}

interface FoundProps {
  readonly request: PanelRequest;
  readonly searched: string;
  /** Whether what was searched for has an id in it. */
  readonly isId: boolean;
  readonly found: LoggedRefusal | undefined;
  readonly isOpen: boolean;
}

export function SearchResult({ request, searched, isId, found, isOpen }: FoundProps): VNode {
  const text = words[request.locale];
  return (
    <>
      <Top request={request} />
      <SearchForm text={text} value={searched} />
      {found ? (
        <>
          <RefusalTable
            request={request}
            rows={[found]}
            open={isOpen ? found.requestId : undefined}
            linkTo={(open) => searchLink(searched, open !== undefined)}
          />
          <p class="request-strangers">
            <a class="button" href="/panel/requests">
              {text.back}
            </a>
          </p>
        </>
      ) : (
        <NotFound text={text} isId={isId} />
      )}
    </>
  );
}

const Top = ({ request: { locale } }: { request: PanelRequest }): VNode => (
  <Heading title={shared[locale].requests} intro={words[locale].intro} />
);

function Nothing({ request, filter }: ListProps): VNode {
  const text = words[request.locale];
  if (!isFiltered(filter) && !filter.after)
    return (
      <Empty title={text.emptyTitle}>
        <p>{text.emptyHelp}</p>
      </Empty>
    );
  return (
    <Empty title={text.emptyFilteredTitle}>
      <p>
        <a class="button" href="/panel/requests">
          {text.clear}
        </a>
      </p>
    </Empty>
  );
}

/** What was only counted. The counters don't know the keys. */
function Dropped({ request, filter: { group, code, keyPrefix }, counts }: ListProps): VNode | null {
  if (keyPrefix !== undefined) return null;
  const codes = code ? [code] : group && codesOf(group);
  const dropped = counts
    .filter((count) => !codes || codes.includes(count.code))
    .reduce((sum, count) => sum + count.dropped, 0);
  if (dropped === 0) return null;
  return <p class="hint request-dropped">{words[request.locale].dropped(request.format.number(dropped))}</p>;
}
