import type { VNode } from 'preact';
import { eventKinds } from '../../../base/contract.ts';
import type { DeliveryCounts } from '../../../webhooks/log/delivery-counts.ts';
import type { ListStatus } from '../../../webhooks/log/delivery-filter.ts';
import type { Format } from '../../kit/language/format.ts';
import { words as statusWords } from '../words.ts';
import { LIST_PATH, type ListQuery, listLink } from './list-query.ts';
import type { ListedEndpoint } from './switched-off.tsx';
import type { ListWords } from './words.ts';

interface FiltersProps {
  readonly query: ListQuery;
  readonly words: ListWords;
  readonly format: Format;
  readonly counts: DeliveryCounts;
  readonly endpoints: readonly ListedEndpoint[];
}

const MAX_SHOWN = 999;
export const shownCount = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

/** A form that works by itself. With the script, each choice applies at once. */
export const Filters = (props: FiltersProps): VNode => (
  <form
    method="get"
    action={LIST_PATH}
    class="delivery-filters"
    aria-label={props.words.filters}
    hx-get={LIST_PATH}
    hx-trigger="change, submit"
    hx-target="#deliveries"
    hx-select="#deliveries"
    hx-swap="outerHTML"
    hx-push-url="true"
  >
    <Chips {...props} />
    {props.query.kept.status === undefined ? null : (
      <input type="hidden" name="status" value={props.query.kept.status} />
    )}
    <Choices {...props} />
    {props.query.filter.status === 'HELD' ? <p class="hint">{props.words.heldNote}</p> : null}
  </form>
);

function Chips({ query, words, counts }: FiltersProps): VNode {
  const { failed, retrying, held } = counts;
  const showsHeld = held > 0 || query.filter.status === 'HELD';
  const chips: readonly (readonly [ListStatus | '', string, string, number?])[] = [
    ['', '', words.all],
    ['FAILED', '✕', words.failed, failed],
    ['RETRYING', '↻', words.retrying, retrying],
    ['PENDING', '…', words.queued],
    ...(showsHeld ? [['HELD', '–', words.held, held] as const] : []),
    ['SUCCESS', '✓', words.delivered],
  ];
  return (
    <div class="filters">
      {chips.map(([status, sign, word, count]) => (
        <a
          key={status}
          class="chip"
          id={`chip-${status}`}
          href={listLink(query.kept, { status, after: '' })}
          aria-current={(query.filter.status ?? '') === status ? 'true' : undefined}
        >
          {sign === '' ? null : <span aria-hidden="true">{sign}</span>} {word}
          {count === undefined ? null : ` ${shownCount(count)}`}
        </a>
      ))}
    </div>
  );
}

function Choices({ query, words, format, endpoints }: FiltersProps): VNode {
  const { kept } = query;
  const hasRange = kept.from !== undefined || kept.until !== undefined;
  return (
    <div class="filters">
      <select id="filter-kind" name="kind" aria-label={words.kind}>
        <option value="">{words.allKinds}</option>
        {eventKinds.map((kind) => (
          <option key={kind} value={kind} selected={kind === kept.kind}>
            {kind}
          </option>
        ))}
      </select>
      <select id="filter-endpoint" name="endpoint" aria-label={statusWords[format.locale].endpoint}>
        <option value="">{words.allEndpoints}</option>
        {endpoints.map(({ id, name }) => (
          <option key={id} value={id} selected={String(id) === kept.endpoint}>
            {name}
          </option>
        ))}
      </select>
      <input
        id="filter-q"
        type="search"
        name="q"
        value={kept.q}
        placeholder={words.search}
        aria-label={words.search}
        aria-invalid={query.searchIsValid ? undefined : 'true'}
        spellcheck={false}
        autocomplete="off"
      />
      <details class="range" open={hasRange}>
        <summary>{words.period}</summary>
        <label>
          {words.from} <input type="datetime-local" id="filter-from" name="from" value={kept.from} />
        </label>
        <label>
          {words.until} <input type="datetime-local" id="filter-until" name="until" value={kept.until} />
        </label>
      </details>
      <button type="submit" class="button">
        {words.filter}
      </button>
      {Object.keys(kept).length === 0 ? null : (
        <a class="link-quiet" href={LIST_PATH}>
          {words.clear}
        </a>
      )}
    </div>
  );
}
