import { serializePrimitiveParam } from 'openapi-fetch';
import type { AnyOperationInput } from './contract.ts';

// Only this function of openapi-fetch is used, not its client, which creates a Request and Headers for each call: a
// fifth of the time of a GET. Its styles for arrays and objects weigh as much as a resource, and the contract has
// neither.

/** With its question mark; empty without parameters. */
export function queryString(query: AnyOperationInput['query'] = {}): string {
  const pairs = Object.keys(query)
    .map((name) => serializePrimitiveParam(name, query[name] as string))
    .filter(Boolean); // it returns an empty string for undefined
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The operation's path with its parameters. A missing one stays `{id}`; an empty one would make it the list's path. */
export function expandPath(template: string, values: AnyOperationInput['path']): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name) =>
    encodeURIComponent(String(values?.[name] ?? '') || placeholder),
  );
}
