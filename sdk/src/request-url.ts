import { serializePrimitiveParam } from 'openapi-fetch';
import type { AnySent } from './operation.ts';

// Of openapi-fetch the types and this much, and not its client: that makes a Request and Headers for each call, a fifth
// of a whole GET, and its styles of arrays and objects weigh as much as a resource does. The contract has neither.

/** With its question mark; nothing where nothing is asked for. */
export function queryOf(query: AnySent['query'] = {}): string {
  const pairs = Object.keys(query)
    .map((name) => serializePrimitiveParam(name, query[name] as string))
    .filter(Boolean); // it makes an empty text of undefined
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The path of an operation with its parameters. One that is missing stays `{id}`: without it, this were the list's path. */
export function filledIn(template: string, values: AnySent['path']): string {
  return template.replace(/\{(\w+)\}/g, (place, name) =>
    encodeURIComponent(String(values?.[name] ?? '') || place),
  );
}
