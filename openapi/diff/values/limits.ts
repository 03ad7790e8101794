import type { Node } from '../contract.ts';

/** The values of each limiting keyword: several, if an `allOf` gives it more than once. */
export type Limits = Readonly<Record<string, readonly unknown[]>>;

const NUMBER = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'format'];
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  number: NUMBER,
  integer: NUMBER,
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  array: ['minItems', 'maxItems', 'uniqueItems', 'prefixItems', 'contains', 'unevaluatedItems'],
  object: ['minProperties', 'maxProperties', 'propertyNames', 'patternProperties', 'dependentRequired'],
};
/** They limit values of every type. Nothing is known of them, so only equal ones are compatible. */
const OF_ANY_TYPE = ['not', 'if', 'then', 'else', 'dependentSchemas', 'readOnly', 'writeOnly'];
const FLAGS = ['uniqueItems', 'readOnly', 'writeOnly'];

const ANNOTATIONS = ['summary', 'description', 'title', 'default', 'example', 'examples', 'deprecated'];

/** Whether a keyword says something about the values without limiting them. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.includes(keyword) || keyword.startsWith('x-');
}

export function limitsOf(node: Node, type: string): Limits {
  const names = [...(KEYWORDS[type] ?? []), ...OF_ANY_TYPE].filter((name) => !isWithoutEffect(node, name));
  return Object.fromEntries(names.map((name) => [name, [withoutProse(node[name])]]));
}

/** Of a condition that was only explained in other words. */
const withoutProse = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, each) =>
      key === 'description' && typeof each === 'string' ? undefined : each,
    ),
  );

function isWithoutEffect(node: Node, name: string): boolean {
  return node[name] === undefined || (FLAGS.includes(name) && node[name] === false);
}

export function mergeLimits(one: Limits, other: Limits): Limits {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]));
}

/** Whether all values within `limits` are within the limit `name: bound` too. */
export function implies(limits: Limits, name: string, bound: unknown): boolean {
  const numbers = (keyword: string): number[] => (limits[keyword] ?? []) as number[];
  const limit = bound as number;
  if (name === 'minimum')
    return [...numbers(name), ...numbers('exclusiveMinimum')].some((own) => own >= limit);
  if (name === 'maximum')
    return [...numbers(name), ...numbers('exclusiveMaximum')].some((own) => own <= limit);
  if (name === 'exclusiveMinimum')
    return numbers(name).some((own) => own >= limit) || numbers('minimum').some((own) => own > limit);
  if (name === 'exclusiveMaximum')
    return numbers(name).some((own) => own <= limit) || numbers('maximum').some((own) => own < limit);
  if (name === 'multipleOf') return numbers(name).some((own) => own % limit === 0);
  if (name.startsWith('min')) return limit === 0 || numbers(name).some((own) => own >= limit);
  if (name.startsWith('max')) return numbers(name).some((own) => own <= limit);
  return (limits[name] ?? []).some((own) => JSON.stringify(own) === JSON.stringify(bound));
}

/** Whether one value is within the limit. What can't be told here counts as outside. */
export function isWithin(value: unknown, name: string, bound: unknown): boolean {
  if (typeof value === 'number') return implies({ minimum: [value], maximum: [value] }, name, bound);
  if (typeof value !== 'string') return false;
  if (name === 'pattern') return new RegExp(bound as string, 'u').test(value);
  const { length: characters } = [...value];
  return implies({ minLength: [characters], maxLength: [characters] }, name, bound);
}
