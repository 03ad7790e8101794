import { invalidRequest, MAX_VALIDATION_ISSUES, type ValidationIssue } from '../../errors.ts';

/** How UTF-8 JSON writes U+0000 and surrogates. May match an escaped backslash, too: this is only a quick test. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** An object or array, and its path. The JSON Pointer is only built for an issue. */
interface PathNode {
  readonly value: object;
  readonly name: string | number;
  readonly parent: PathNode | undefined;
}

/**
 * Refuses a body with text that PostgreSQL can't store, naming each place. For most bodies the quick test is enough.
 */
export function requireStorableText(json: string, body: unknown): void {
  if (!ESCAPED.test(json)) return;
  const issues = unstorableTexts(body);
  if (issues.length > 0) throw invalidRequest(issues);
}

function unstorableTexts(body: unknown): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const pending: PathNode[] = [];
  const check = (value: unknown, name: string | number, parent: PathNode | undefined): void => {
    if (typeof name === 'string' && !isStorableText(name)) issues.push(textIssue(pointerTo(parent)));
    if (typeof value === 'string' && !isStorableText(value)) issues.push(textIssue(pointerTo(parent, name)));
    if (typeof value === 'object' && value !== null) pending.push({ value, name, parent });
  };
  check(body, '', undefined);
  while (pending.length > 0 && issues.length < MAX_VALIDATION_ISSUES) {
    const node = pending.pop()!;
    if (Array.isArray(node.value)) for (const [index, item] of node.value.entries()) check(item, index, node);
    else for (const name in node.value) check((node.value as Record<string, unknown>)[name], name, node);
  }
  return issues;
}

/** RFC 6901, 3 and 6. The root has no parent and no name. */
function pointerTo(parent: PathNode | undefined, name?: string | number): string {
  if (!parent) return '#';
  const above = pointerTo(parent.parent, parent.name);
  return name === undefined ? above : `${above}/${escapePointer(String(name))}`;
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** PostgreSQL refuses U+0000, and unpaired surrogates aren't Unicode. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const textIssue = (pointer: string): ValidationIssue => ({ pointer, code: 'text', detail: STORABLE_TEXT });

/** The rule in words. */
export const STORABLE_TEXT = 'must have no U+0000 and no unpaired surrogate';
