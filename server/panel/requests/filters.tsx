import type { VNode } from 'preact';
import type { RefusalCount, RefusedKey } from '../../accounts/request-log/store.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import type { PanelRequest } from '../request/route.ts';
import { linkTo, type PageFilter } from './filter.ts';
import { PERIODS } from './period.ts';
import { problemWords } from './problem-words.ts';
import { codesOf, STATUS_GROUPS, type StatusGroup } from './status-group.ts';
import { words } from './words.ts';

export interface FiltersProps {
  readonly request: PanelRequest;
  readonly filter: PageFilter;
  readonly counts: readonly RefusalCount[];
  readonly keys: readonly RefusedKey[];
}

const total = (counts: readonly RefusalCount[]): number =>
  counts.reduce((sum, { kept, dropped }) => sum + kept + dropped, 0);
const inGroup = (counts: readonly RefusalCount[], group: StatusGroup): RefusalCount[] =>
  counts.filter(({ code }) => codesOf(group).includes(code));

/** The statuses as chips with their counts, the rest as a form. */
export const Filters = (props: FiltersProps): VNode => (
  <>
    <Chips {...props} />
    <Choices {...props} />
  </>
);

function Chips({ request, filter, counts }: FiltersProps): VNode {
  const text = words[request.locale];
  const chip = (group: StatusGroup | undefined, label: string, count: number): VNode => (
    <a
      key={label}
      class="chip"
      href={linkTo(filter, { group, code: undefined })}
      aria-current={filter.group === group && !filter.code ? 'true' : undefined}
    >
      {label} {request.format.number(count)}
    </a>
  );
  const present = STATUS_GROUPS.filter(
    (group) => group === filter.group || total(inGroup(counts, group)) > 0,
  );
  return (
    <nav class="filters request-filters" aria-label={text.status}>
      {chip(undefined, text.all, total(counts))}
      {present.map((group) => chip(group, text[group], total(inGroup(counts, group))))}
    </nav>
  );
}

/** Only reasons and keys that occur can be chosen, and the one that is chosen. */
function Choices({ request, filter, counts, keys }: FiltersProps): VNode {
  const { locale } = request;
  const text = words[locale];
  const { group, code, keyPrefix, period } = filter;
  const codes = new Set<ProblemCode>((group ? inGroup(counts, group) : counts).map((count) => count.code));
  if (code) codes.add(code);
  const options = keys.map(({ prefix, name }) => ({
    value: prefix,
    label: `${name ?? text.deletedKey} (${prefix}…)`,
  }));
  if (keyPrefix !== undefined && !keys.some(({ prefix }) => prefix === keyPrefix))
    options.push({ value: keyPrefix, label: keyPrefix });
  return (
    <form method="get" action="/panel/requests" class="filters request-filters" aria-label={text.filters}>
      {group ? <input type="hidden" name="status" value={group} /> : null}
      <Select name="code" label={text.code} value={code ?? ''}>
        {[
          { value: '', label: text.anyCode },
          ...[...codes].map((each) => ({ value: each, label: problemWords(locale, each).title })),
        ]}
      </Select>
      <Select name="key" label={text.key} value={keyPrefix ?? ''}>
        {[{ value: '', label: text.anyKey }, ...options]}
      </Select>
      <Select name="period" label={text.period} value={period}>
        {PERIODS.map((each) => ({ value: each, label: text[each] }))}
      </Select>
      <button type="submit" class="button">
        {text.filter}
      </button>
    </form>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly children: readonly { readonly value: string; readonly label: string }[];
}

const Select = ({ name, label, value, children }: SelectProps): VNode => (
  <select name={name} aria-label={label}>
    {children.map((option) => (
      <option key={option.value} value={option.value} selected={option.value === value}>
        {option.label}
      </option>
    ))}
  </select>
);
