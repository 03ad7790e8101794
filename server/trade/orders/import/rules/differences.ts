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
 * Of what the order has recorded, the entries that are the imported ones, in their sequence: others may be between and after them. Each is
 * compared once, as an order may have a hundred.
 */
export function recordedAs<Entry>(
  imported: readonly unknown[],
  stored: readonly Entry[],
  sent: readonly unknown[] = [],
): readonly Entry[] {
  const same: Entry[] = [];
  for (const entry of stored) {
    const next = same.length;
    if (next < imported.length && differences(imported[next], entry, sent[next]).length === 0)
      same.push(entry);
  }
  return same.length === imported.length ? same : stored.slice(0, imported.length);
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
