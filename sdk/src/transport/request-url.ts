import { ConfigurationError } from '../errors/tradepost-error.ts';
import { checkPlain, kindOf } from './check-options.ts';

/** The parameters that are set: `name=value`, or `name=one,two`. The contract has no objects in queries, and no nulls. */
export function queryString(query: Record<string, unknown>): string {
  return Object.entries(checkPlain('query', query))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      // Array.from, because map and flat leave out what is missing of a sparse array.
      const values = Array.from(Array.isArray(value) ? value : [value], (each) => encode(name, each));
      return `${encode(name, name)}=${values.join(',')}`;
    })
    .join('&');
}

/** The address with the path's parameters, by name or in their order. */
export function expandPath(template: string, values: Record<string, unknown>): string {
  const inOrder = Array.isArray(values) ? values.values() : undefined;
  return template.replace(/\{(\w+)\}/g, (_, name) =>
    pathSegment(name, inOrder ? inOrder.next().value : values[name]),
  );
}

function pathSegment(name: string, value: unknown): string {
  if (value === '') throw new ConfigurationError(`${name} is empty.`); // it would be the address of the list
  // Every URL parser removes such a segment, also if it's percent-encoded.
  if (value === '.' || value === '..')
    throw new ConfigurationError(`${name} is "${value}", which no URL has. Use batch().`);
  return encode(name, value);
}

function encode(name: string, value: unknown): string {
  // A filter that is null is no filter, and a Date would become a text that the server doesn't read.
  if (!/^(string|boolean|bigint)$/.test(typeof value) && !Number.isFinite(value))
    throw new ConfigurationError(
      `${name} is ${kindOf(value)}. Pass a string, a number or a boolean, such as date.toISOString().`,
    );
  try {
    return encodeURIComponent(value as string);
  } catch {
    throw new ConfigurationError(`${name} has half of a surrogate pair, which no URL has.`);
  }
}
