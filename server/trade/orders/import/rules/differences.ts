import { isBlank } from '../../../../base/formats/visible-text.ts';
import type { ValidationIssue } from '../../../../base/problems/api-problem.ts';
import { MAX_VALIDATION_ISSUES } from '../../../../base/problems/api-problem.ts';
import { pointerToken } from '../../../../base/problems/pointer-token.ts';

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A value without what is empty in it; undefined if nothing is left. Elements of lists keep their places. */
export function withoutEmpty(value: unknown): unknown {
  if (value === null || (typeof value === 'string' && isBlank(value))) return undefined;
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * The entries that an order has recorded, each at the place of the imported one that it is: another sequence, and others beside them, are no
 * difference. At the place of one that isn't there is an entry that no other is. Which are equal is found by a key, as an order may
 * have a hundred; those of which the import says most come first, so that none takes what another needs.
 */
export function recordedAs<Entry>(
  imported: readonly unknown[],
  stored: readonly Entry[],
  sent: readonly unknown[] = [],
): readonly Entry[] {
  const saidOf = imported.map((_, index) => sent[index] ?? imported[index]);
  const shapes = saidOf.map((said) => JSON.stringify(said, (_, value) => (isObject(value) ? value : 0)));
  const byShape = new Map<string, Map<string, number[]>>();
  const left = new Set(stored.keys());
  const found: (number | undefined)[] = imported.map(() => undefined);
  for (const index of [...imported.keys()].sort((a, b) => shapes[b]!.length - shapes[a]!.length)) {
    const [shape, said] = [shapes[index]!, saidOf[index]];
    const entries = byShape.get(shape) ?? placesByKey(stored, said);
    byShape.set(shape, entries);
    const same = entries.get(keyOf(imported[index], said)) ?? [];
    while (same.length > 0 && !left.has(same[0]!)) same.shift();
    found[index] = same[0];
    left.delete(same[0]!);
  }
  const others = [...left];
  return found
    .map((index) => index ?? others.shift())
    .flatMap((index) => (index === undefined ? [] : [stored[index]!]));
}

function placesByKey(entries: readonly unknown[], said: unknown): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, entry] of entries.entries()) {
    const key = keyOf(entry, said);
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  return places;
}

/** What is compared of a value, as text: the members that `said` has. */
const keyOf = (value: unknown, said: unknown): string => JSON.stringify(saidOf(value, said));

function saidOf(value: unknown, said: unknown): unknown {
  if (!isObject(value) || !isObject(said)) return value;
  if (Array.isArray(value)) return value.map((each, index) => saidOf(each, said[index]));
  return Object.keys(said).map((name) => saidOf(value[name], said[name]) ?? null);
}

/** An issue for each place where a stored value isn't the imported one. Members that `sent` lacks aren't compared. */
export function differences(
  imported: unknown,
  stored: unknown,
  sent: unknown = imported,
  pointer = '#',
): ValidationIssue[] {
  if (!isObject(imported) || !isObject(stored)) return imported === stored ? [] : [differs(pointer, stored)];
  if (Array.isArray(imported) && imported.length !== (stored as unknown as unknown[]).length)
    return [differs(pointer, stored)];
  const members = isObject(sent) ? sent : imported;
  return Object.keys(imported)
    .filter((name) => Object.hasOwn(members, name))
    .flatMap((name) =>
      differences(imported[name], stored[name], members[name], `${pointer}/${pointerToken(name)}`),
    )
    .slice(0, MAX_VALIDATION_ISSUES);
}

export function differs(pointer: string, stored: unknown): ValidationIssue {
  return { pointer, code: 'order_differs', detail: `${shown(stored)} in the order` };
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `has ${value.length} ${value.length === 1 ? 'element' : 'elements'}`;
  return isObject(value) ? 'is another object' : `is ${JSON.stringify(value ?? null)}`;
}
