const RESOURCES = [
  'orders',
  'products',
  'customers',
  'categories',
  'coupons',
  'promotions',
  'price_tables',
] as const;

/** The fourteen scopes of a key: each resource has one for reading and one for writing. */
export const SCOPES: readonly string[] = RESOURCES.flatMap((resource) => [
  `${resource}.read`,
  `${resource}.write`,
]);

/** Reads `all` or a list with commas. Answers the scopes, or the words that are none. */
export function parseScopes(text: string): { scopes: string[]; unknown: string[] } {
  const words = text === 'all' ? [...SCOPES] : text.split(',').map((word) => word.trim());
  return {
    scopes: [...new Set(words.filter((word) => SCOPES.includes(word)))],
    unknown: words.filter((word) => !SCOPES.includes(word)),
  };
}
