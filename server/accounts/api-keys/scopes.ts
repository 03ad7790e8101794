import { type Schemas, scopes } from '../../base/contract.ts';

export type Scope = Schemas['Scope'];

export const SCOPES: readonly Scope[] = scopes;

const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word);

/** Reads `all` or a list separated by commas. Returns the scopes, and the words that aren't scopes. */
export function parseScopes(text: string): { scopes: Scope[]; unknown: string[] } {
  const words = text === 'all' ? [...SCOPES] : text.split(',').map((word) => word.trim());
  return {
    scopes: [...new Set(words.filter(isScope))],
    unknown: words.filter((word) => !isScope(word)),
  };
}
