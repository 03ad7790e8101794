import { SCOPES, type Scope } from '../../accounts/api-keys/scopes.ts';

/** The first words of the scopes, in the contract's order: orders, products… */
export const RESOURCES: readonly string[] = [...new Set(SCOPES.map((scope) => scope.split('.')[0]!))];
export const ACCESSES = ['read', 'write'] as const;
export type Access = (typeof ACCESSES)[number];

/** The two boxes above the table. They count beside the table's boxes, so no order of clicks is wrong. */
export const ALL = 'all';
export const ALL_READ = 'all.read';

export const isScope = (text: string): text is Scope => SCOPES.includes(text);
const readScopes = SCOPES.filter((scope) => scope.endsWith('.read'));

/** The scopes of the boxes that were checked, in the contract's order. Undefined if the form has a box that isn't ours. */
export function scopesOf(checked: readonly string[]): readonly Scope[] | undefined {
  if (!checked.every((word) => word === ALL || word === ALL_READ || isScope(word))) return undefined;
  const chosen = new Set(checked);
  return SCOPES.filter(
    (scope) => chosen.has(ALL) || chosen.has(scope) || (chosen.has(ALL_READ) && readScopes.includes(scope)),
  );
}

export const hasAllRead = (scopes: readonly string[]): boolean =>
  readScopes.every((scope) => scopes.includes(scope));
export const hasAll = (scopes: readonly string[]): boolean => SCOPES.every((scope) => scopes.includes(scope));

/** Resources that a key has the same access to. */
export interface ScopeGroup {
  readonly resources: 'all' | readonly string[];
  readonly access: readonly Access[];
}

/** Scopes as a person would say them: "orders, products read, write; customers read". */
export function summarize(scopes: readonly string[]): ScopeGroup[] {
  const held = RESOURCES.map((resource) => ({
    resource,
    access: ACCESSES.filter((access) => scopes.includes(`${resource}.${access}`)),
  })).filter(({ access }) => access.length > 0);
  const accesses = [...new Map(held.map(({ access }) => [access.join(), access])).values()];
  return accesses.map((access) => {
    const same = held.filter((each) => each.access.join() === access.join());
    return {
      access,
      resources: same.length === RESOURCES.length ? 'all' : same.map(({ resource }) => resource),
    };
  });
}
