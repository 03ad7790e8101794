import { ConfigurationError } from '../errors/tradepost-error.ts';

/** The parameters that are set: `name=value`, or `name=one,two`. The contract has no objects in queries. */
export function queryString(query: Record<string, unknown>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const values = [value].flat().map((each) => encode(name, each));
      return `${encode(name, name)}=${values.join(',')}`;
    })
    .join('&');
}

/** The address with the path's parameters. */
export function expandPath(template: string, values: Record<string, unknown>): string {
  let path = template;
  for (const name in values) path = path.replace(`{${name}}`, pathSegment(name, values[name]));
  const missing = path.indexOf('{');
  if (missing > 0) throw new ConfigurationError(`${path.slice(missing)} is missing.`);
  return path;
}

function pathSegment(name: string, value: unknown): string {
  // An empty one would make it the address of the list.
  if (value === undefined || value === null || value === '')
    throw new ConfigurationError(`${name} is ${value === '' ? 'empty' : value}.`);
  // Every URL parser removes such a segment, also if it's percent-encoded.
  if (value === '.' || value === '..')
    throw new ConfigurationError(`${name} is "${value}", which a URL can't contain. Use batch().`);
  return encode(name, value);
}

function encode(name: string, value: unknown): string {
  // Not `String(value)`: a Date would become a text that the server doesn't read.
  if (typeof value === 'object' || typeof value === 'symbol')
    throw new ConfigurationError(
      `${name} must be a string, a number or a boolean, such as date.toISOString().`,
    );
  try {
    return encodeURIComponent(value as string);
  } catch {
    throw new ConfigurationError(`${name} has half of a surrogate pair, which a URL can't contain.`);
  }
}
