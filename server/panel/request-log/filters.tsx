import type { RefusalCount, RefusedKey } from '../../accounts/request-log/store.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import { Chip, Hidden, Select, SubmitButton, useFormat, useLocale } from '../kit/index.ts';
import { logLink, type PageFilter, PERIODS } from './filter.ts';
import { problemWords } from './problem-words.ts';
import { codesOf, STATUS_GROUPS, type StatusGroup } from './status-group.ts';
import { words } from './words.ts';

export interface FiltersProps {
  readonly filter: PageFilter;
  readonly counts: readonly RefusalCount[];
  readonly keys: readonly RefusedKey[];
}

const total = (counts: readonly RefusalCount[]): number =>
  counts.reduce((sum, { kept, dropped }) => sum + kept + dropped, 0);
const inGroup = (counts: readonly RefusalCount[], group: StatusGroup): RefusalCount[] =>
  counts.filter(({ code }) => codesOf(group).includes(code));

/** The statuses as chips with their counts, which don't know the keys; the rest as a form. */
export const Filters = (props: FiltersProps) => (
  <>
    <Chips {...props} />
    <Choices {...props} />
  </>
);

function Chips({ filter, counts }: FiltersProps) {
  const format = useFormat();
  const text = words[format.locale];
  const present = STATUS_GROUPS.filter(
    (group) => group === filter.group || total(inGroup(counts, group)) > 0,
  );
  return (
    <nav class="filters request-filters" aria-label={text.status}>
      {[undefined, ...present].map((group) => (
        <Chip
          key={group}
          href={logLink(filter, { group, code: undefined })}
          isCurrent={filter.group === group && !filter.code}
        >
          {text[group ?? 'all']}
          {filter.keyPrefix === undefined
            ? ` ${format.number(total(group ? inGroup(counts, group) : counts))}`
            : null}
        </Chip>
      ))}
    </nav>
  );
}

/** Only reasons and keys that occur can be chosen, and the one that is chosen. */
function Choices({ filter, counts, keys }: FiltersProps) {
  const locale = useLocale();
  const text = words[locale];
  const { group, code, keyPrefix, period } = filter;
  const codes = new Set<ProblemCode>((group ? inGroup(counts, group) : counts).map((count) => count.code));
  if (code) codes.add(code);
  const keyOptions = keys.map(
    ({ prefix, name }) => [prefix, `${name ?? text.deletedKey} (${prefix}…)`] as const,
  );
  const isOther = keyPrefix !== undefined && !keys.some(({ prefix }) => prefix === keyPrefix);
  return (
    <form method="get" action="/panel/requests" class="filters request-filters" aria-label={text.filters}>
      <Hidden fields={{ status: group }} />
      <Select
        name="code"
        aria-label={text.reason}
        value={code ?? ''}
        options={[
          ['', text.anyCode],
          ...[...codes].map((each) => [each, problemWords(locale, each).title] as const),
        ]}
      />
      <Select
        name="key"
        aria-label={text.key}
        value={keyPrefix ?? ''}
        options={[['', text.anyKey], ...keyOptions, ...(isOther ? [[keyPrefix, keyPrefix] as const] : [])]}
      />
      <Select
        name="period"
        aria-label={text.period}
        value={period}
        options={PERIODS.map((each) => [each, text[each]])}
      />
      <SubmitButton>{text.filter}</SubmitButton>
    </form>
  );
}
