/** Lists that a first call can read, by the scope they need. The most telling ones come first. */
const LISTS = [
  ['products.read', 'products', 'products'],
  ['orders.read', 'orders', 'orders'],
  ['customers.read', 'customers', 'customers'],
  ['categories.read', 'categories', 'categories'],
  ['price_tables.read', 'price-tables', 'priceTables'],
  ['promotions.read', 'promotions', 'promotions'],
  ['coupons.read', 'coupons', 'coupons'],
] as const;

const KEY_VARIABLE = 'TRADEPOST_API_KEY';

/** For a shell of the sh family. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const listFor = (scopes: readonly string[]) => LISTS.find(([scope]) => scopes.includes(scope));
/** A key that may only write can still read its own details. */
const pathFor = (scopes: readonly string[]): string => {
  const [, path] = listFor(scopes) ?? [];
  return path === undefined ? '/api/v1/me' : `/api/v1/${path}?limit=3`;
};

/** A command that works with the key. */
export const curlFor = (apiOrigin: string, scopes: readonly string[], key: string): string =>
  `curl ${quoted(`${apiOrigin}${pathFor(scopes)}`)} \\\n  -H ${quoted(`Authorization: Bearer ${key}`)}`;

/** The same for somebody who has no key yet. */
export const curlWithVariable = (apiOrigin: string): string =>
  `curl ${quoted(`${apiOrigin}/api/v1/me`)} \\\n  -H "Authorization: Bearer $${KEY_VARIABLE}"`;

/** The key stays out of the program, which people commit. */
export const exportFor = (key: string): string => `export ${KEY_VARIABLE}=${quoted(key)}`;

export function typescriptFor(apiOrigin: string, scopes: readonly string[]): string {
  const [, , list] = listFor(scopes) ?? [];
  const call =
    list === undefined
      ? ['const { tenant, api_key } = await tp.me();', 'console.log(tenant.name, api_key.scopes);']
      : [`const { data } = await tp.${list}.list({ limit: 3 });`, 'console.log(data);'];
  return [
    "import { Tradepost } from '@tradepost/sdk';",
    '',
    'const tp = new Tradepost({',
    `  apiKey: process.env.${KEY_VARIABLE} ?? '',`,
    `  baseUrl: ${literal(apiOrigin)},`,
    '});',
    '',
    ...call,
  ].join('\n');
}
