import { ConfigurationError } from '../errors/tradepost-error.ts';
import { isPlain } from './check-options.ts';

/**
 * The body as JSON. Refuses what JSON.stringify would drop or turn into null or {}: to Tradepost null says "remove it", so
 * a price that is NaN would delete a price.
 */
export const toJson = (body: unknown): string => jsonText(body, 'The body', 'Nothing was sent.');

/** `name` says what the value is, and `ending` what was sent. */
export function jsonText(value: unknown, name: string, ending: string): string {
  try {
    return JSON.stringify(jsonOf(value, '', []));
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof ConfigurationError))
      throw new ConfigurationError(`${name} can't be written as JSON: ${message}`);
    throw new ConfigurationError(`${name}${message} ${ending}`);
  }
}

/** A copy, so that what is sent is what was checked: a getter or toJSON() may return something else the next time. */
function jsonOf(given: unknown, path: string, parents: readonly unknown[]): unknown {
  const value = (given as Date)?.toJSON ? (given as Date).toJSON() : given;
  if (isJson(value, given)) return value;
  if (value && typeof value === 'object' && !parents.includes(value)) {
    const within = [...parents, value];
    if (Array.isArray(value)) return Array.from(value, (item, n) => jsonOf(item, `${path}[${n}]`, within));
    // An undefined member is absent. An undefined item of an array would become null, so that is refused.
    if (isPlain(value)) {
      const copy: Record<string, unknown> = Object.create(null); // where `__proto__` is a member like any other
      for (const [name, member] of Object.entries(value))
        if (member !== undefined) copy[name] = jsonOf(member, path ? `${path}.${name}` : name, within);
      return copy;
    }
  }
  const what = parents.includes(value) ? 'inside of itself' : nameOf(given, value);
  throw new ConfigurationError(`${path && `'s ${path}`} is ${what}, which JSON can't have.`);
}

/** toJSON() of an invalid Date returns null, and so do those of date libraries. */
const isJson = (value: unknown, given: unknown): boolean =>
  value === null
    ? given === null
    : typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** `NaN`, `Invalid Date`, `undefined`, `a Map`, `a Function`. */
const nameOf = (given: unknown, value: unknown): string =>
  given && value && typeof value !== 'number' ? `a ${given.constructor?.name}` : String(given);
