import type { ValidationIssue } from '../../../../base/problems/api-problem.ts';
import { MAX_VALIDATION_ISSUES } from '../../../../base/problems/api-problem.ts';
import { pointerToken } from '../../../../base/problems/pointer-token.ts';

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

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
