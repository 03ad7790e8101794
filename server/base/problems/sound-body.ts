import type { ValidationIssue } from './api-problem.ts';

/** A body of which anything may be undefined: because the client left it out, or because it has an issue already. */
export type Sound<T> = T extends readonly (infer Item)[]
  ? readonly (Sound<Item> | undefined)[]
  : T extends object
    ? { readonly [Name in keyof T]?: Sound<T[Name]> }
    : T;

/**
 * A copy of a body without the values that have an issue, so that later rules see values of the contract's types, or none. Objects and
 * lists that are of the right type stay: what is wrong inside has issues of its own.
 */
export function soundBody(body: unknown, issues: readonly ValidationIssue[]): unknown {
  const root = { body: structuredClone(body) };
  for (const { pointer, code } of issues) if (pointer !== undefined) takeOut(root, pointer, code === 'type');
  return root.body;
}

function takeOut(root: object, pointer: string, isOfWrongType: boolean): void {
  const names = pointer.split('/').slice(1).map(unescapeName);
  const path = ['body', ...names];
  const last = path.pop()!;
  const parent = path.reduce<unknown>(memberOf, root);
  const value = memberOf(parent, last);
  if (value === undefined || (typeof value === 'object' && value !== null && !isOfWrongType)) return;
  (parent as Record<string, unknown>)[last] = undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** RFC 6901, 4. */
export const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
