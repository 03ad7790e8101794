import type { FoundIssues } from './found-issues.ts';

/** How UTF-8 JSON writes U+0000 and surrogates. May match an escaped backslash, too: this is only a quick test. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** PostgreSQL refuses U+0000, and unpaired surrogates aren't Unicode. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The rule in words. */
export const STORABLE_TEXT = 'must have no U+0000 and no unpaired surrogate';

/** Finds the text in a body that PostgreSQL can't store. For most bodies the quick test is enough. */
export function findUnstorableText(json: string, body: unknown, found: FoundIssues): void {
  if (json.includes('\\u') && ESCAPED.test(json)) walk(body, [], found);
}

/** A body is nested at most 20 levels deep. An issue of a member's name has the place of its object. */
function walk(value: unknown, path: (string | number)[], found: FoundIssues): void {
  const check = (text: string): void => {
    if (!isStorableText(text)) found.add(path, 'text', STORABLE_TEXT);
  };
  if (typeof value === 'string') check(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    check(name);
    path.push(Array.isArray(value) ? Number(name) : name);
    walk(member, path, found);
    path.pop();
  }
}
