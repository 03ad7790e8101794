import { has } from './combine.ts';
import { type Comparing, type Finding, finding, listed, type Pair } from './finding.ts';
import { implies, isWithin } from './limits.ts';
import { fieldDifferences, requiredDifferences, restDifferences } from './object-differences.ts';
import { isSchema, type Variant } from './variant.ts';

/** Why not every value of one variant is a value of the other. */
export function differences(comparing: Comparing, pair: Pair): Finding[] {
  return [
    ...typeDifferences(comparing, pair),
    ...valueDifferences(comparing, pair),
    ...limitDifferences(comparing, pair),
    ...formDifferences(comparing, pair),
    ...requiredDifferences(comparing, pair),
    ...fieldDifferences(comparing, pair),
    ...restDifferences(comparing, pair),
    ...itemDifferences(comparing, pair),
  ];
}

function typeDifferences(comparing: Comparing, pair: Pair): Finding[] {
  const [from, to] = pair;
  if (from.type !== 'number' || to.type !== 'integer') return [];
  const isRequest = comparing.direction === 'request';
  return [finding(comparing, pair, 'type', isRequest ? 'Accepts only integers.' : 'May be a fraction.')];
}

function valueDifferences(comparing: Comparing, pair: Pair): Finding[] {
  const [from, to] = pair;
  if (to.values === undefined) return [];
  const known = to.values;
  const isRequest = comparing.direction === 'request';
  if (from.values === undefined) {
    const what = isRequest ? 'Accepts only' : 'May be other than';
    return [finding(comparing, pair, 'enum', `${what} ${listed(known)}.`)];
  }
  const unknown = from.values.filter((value) => !has(known, value));
  // The contract announces that responses may get new values. If none stays, it's another constant.
  if (unknown.length === 0 || (!isRequest && unknown.length < from.values.length)) return [];
  const what = isRequest ? 'No longer accepts' : 'May be';
  return [finding(comparing, pair, 'enum', `${what} ${listed(unknown)}.`)];
}

function limitDifferences(comparing: Comparing, pair: Pair): Finding[] {
  const [from, to] = pair;
  return Object.entries(to.limits).flatMap(([name, bounds]) => {
    const broken = bounds.filter((bound) => !isKept(from, name, bound));
    if (broken.length === 0) return [];
    const own = from.limits[name] ?? [];
    const [before, now] = comparing.direction === 'request' ? [own, broken] : [broken, own];
    const text = `\`${name}\` was ${listed(before) || 'not given'} and is ${listed(now) || 'gone'}.`;
    return [{ ...finding(comparing, pair, name, text), isGone: now.length === 0 }];
  });
}

/** What no schema may add without changing what its values mean; `writeOnly` is never returned. */
function formDifferences(comparing: Comparing, pair: Pair): Finding[] {
  const [from, to] = pair;
  const isRequest = comparing.direction === 'request';
  return ['contentEncoding', 'contentMediaType', ...(isRequest ? [] : ['writeOnly'])]
    .filter((name) => from.limits[name] !== undefined && to.limits[name] === undefined)
    .map((name) => {
      const own = listed(from.limits[name]!);
      const text = isRequest ? `was ${own} and is gone` : `was not given and is ${own}`;
      return { ...finding(comparing, pair, name, `\`${name}\` ${text}.`), isGone: isRequest };
    });
}

function isKept({ values, limits, required }: Variant, name: string, bound: unknown): boolean {
  if (name === 'minProperties' && required.length >= (bound as number)) return true;
  return implies(limits, name, bound) || (values?.every((value) => isWithin(value, name, bound)) ?? false);
}

function itemDifferences({ compare }: Comparing, [from, to]: Pair): Finding[] {
  return to.type === 'array' && !isSchema(to.items, true) ? compare(from.items, to.items) : [];
}
