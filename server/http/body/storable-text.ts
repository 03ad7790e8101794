import { invalidRequest, MAX_VALIDATION_ISSUES, type ValidationIssue } from '../../errors.ts';

/** How U+0000 and surrogates are written in JSON whose bytes are UTF-8. What follows a second backslash is no escape. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** Where an object or an array is: a pointer to it is only made for an issue. */
interface PathNode {
  readonly value: object;
  readonly name: string | number;
  readonly parent: PathNode | undefined;
}

/** Throws a 400 when a body has text in it that cannot be kept, and says where. Most JSON shows that it has none. */
export function requireStorableText(json: string, body: unknown): void {
  if (!ESCAPED.test(json)) return;
  const issues: ValidationIssue[] = [];
  const pending: PathNode[] = [];
  const check = (value: unknown, name: string | number, parent: PathNode | undefined): void => {
    if (typeof name === 'string' && !isStorableText(name)) issues.push(unstorableText(pointerTo(parent)));
    if (typeof value === 'string' && !isStorableText(value))
      issues.push(unstorableText(pointerTo(parent, name)));
    if (typeof value === 'object' && value !== null) pending.push({ value, name, parent });
  };
  check(body, '', undefined);
  for (
    let next = pending.pop();
    next !== undefined && issues.length < MAX_VALIDATION_ISSUES;
    next = pending.pop()
  ) {
    if (Array.isArray(next.value)) for (const [index, item] of next.value.entries()) check(item, index, next);
    else for (const name in next.value) check((next.value as Record<string, unknown>)[name], name, next);
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

/** RFC 6901, 3 and 6. The root has no parent and no name. */
function pointerTo(parent: PathNode | undefined, name?: string | number): string {
  if (!parent) return '#';
  const above = pointerTo(parent.parent, parent.name);
  return name === undefined ? above : `${above}/${escapePointer(String(name))}`;
}

/** What PostgreSQL can keep: it refuses U+0000, and unpaired surrogates are not Unicode. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function unstorableText(pointer: string): ValidationIssue {
  return { pointer, code: 'text', detail: 'must have no U+0000 and no unpaired surrogate' };
}
