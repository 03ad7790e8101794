import { serializePrimitiveParam } from 'openapi-fetch';
import type { AnyOperationInput } from './contract.ts';

// Of openapi-fetch the types and this much, and not its client: that makes a Request and Headers for each call, a fifth
// of a whole GET, and its styles of arrays and objects weigh as much as a resource does. The contract has neither.

/** With its question mark; nothing where nothing is asked for. */
export function queryString(query: AnyOperationInput['query'] = {}): string {
  const pairs = Object.keys(query)
    .map((name) => serializePrimitiveParam(name, query[name] as string))
    .filter(Boolean); // it makes an empty text of undefined
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The path of an operation with its parameters. One that is missing stays `{id}`: without it, this were the list's path. */
export function expandPath(template: string, values: AnyOperationInput['path']): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name) =>
    encodeURIComponent(String(values?.[name] ?? '') || placeholder),
  );
}
