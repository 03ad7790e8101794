import { eventKinds } from '../../../base/contract.ts';
import { MAX_COUNTED } from '../../../webhooks/log/count-listed.ts';
import type { ListStatus } from '../../../webhooks/log/delivery-filter.ts';
import { Chip, eventName, type Format, Hidden, Select, SubmitButton } from '../../kit/index.ts';
import { LIST_PATH, listLink } from './list-query.ts';
import type { ListView } from './list-view.tsx';

/** 17, or 1 000+ where counting ended. */
export const shownCount = (count: number, format: Format): string =>
  count > MAX_COUNTED ? `${format.number(MAX_COUNTED)}+` : format.number(count);

/** A form that works by itself. With the script, each choice applies at once. */
export const Filters = (props: ListView) => (
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
    hx-sync="this:replace"
  >
    <Chips {...props} />
    <Hidden fields={{ status: props.query.kept.status }} />
    <Choices {...props} />
    {props.query.filter.status === 'HELD' ? <p class="hint">{props.words.heldNote}</p> : null}
    {props.query.filter.status === 'DROPPED' ? <p class="hint">{props.words.droppedNote}</p> : null}
  </form>
);

function Chips({ query, words, chips: counted, format }: ListView) {
  const counts: Readonly<Record<string, number | undefined>> = counted;
  const isShown = (status: string): boolean => counts[status] !== 0 || query.filter.status === status;
  const rare: readonly (readonly [ListStatus, string, string])[] = [
    ['HELD', '–', words.held],
    ['DROPPED', '–', words.dropped],
  ];
  const chips: readonly (readonly [ListStatus | '', string, string])[] = [
    ['', '', words.all],
    ['FAILED', '✕', words.failed],
    ['RETRYING', '↻', words.retrying],
    ['PENDING', '…', words.queued],
    ...rare.filter(([status]) => isShown(status)),
    ['SUCCESS', '✓', words.delivered],
  ];
  return (
    <div class="filters">
      {chips.map(([status, sign, word]) => (
        <Chip
          key={status}
          id={`chip-${status}`}
          href={listLink(query.kept, { status, after: '' })}
          isCurrent={(query.filter.status ?? '') === status}
        >
          {sign === '' ? null : <span aria-hidden="true">{sign}</span>} {word}
          {counts[status] === undefined ? null : ` ${shownCount(counts[status], format)}`}
        </Chip>
      ))}
    </div>
  );
}

function Choices({ query, words, endpoints, format }: ListView) {
  const { kept } = query;
  const hasRange = kept.from !== undefined || kept.until !== undefined;
  return (
    <div class="filters">
      <Select
        id="filter-kind"
        name="kind"
        aria-label={words.event}
        value={kept.kind ?? ''}
        options={[
          ['', words.everyEvent],
          ...eventKinds.map((kind) => [kind, eventName(kind, format.locale)] as const),
        ]}
      />
      <Select
        id="filter-endpoint"
        name="endpoint"
        aria-label={words.endpoint}
        value={kept.endpoint ?? ''}
        options={[['', words.allEndpoints], ...endpoints.map(({ id, name }) => [id, name] as const)]}
      />
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
      <SubmitButton>{words.filter}</SubmitButton>
      {Object.keys(kept).length === 0 ? null : (
        <a class="link-quiet" href={LIST_PATH}>
          {words.clear}
        </a>
      )}
    </div>
  );
}
