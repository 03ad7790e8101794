// An answer's schema is open in the contract, so that fields can be added to it. What is sent today must be
// declared today, so the checks close it: `unevaluatedProperties: false` on each value, outside of its whole
// composition. Inside a branch of `allOf` it would forbid what the other branches declare.
import type { Schema } from './contract.ts';

/** The `$id` under which the contract's components are known to the validator. */
export const DOCUMENT = 'contract';

type Rewrite = (schema: Schema) => Schema;

const each = (rewrite: Rewrite) => (value: unknown) => (value as Schema[]).map(rewrite);
const one = (rewrite: Rewrite) => (value: unknown) => rewrite(value as Schema);
const named = (rewrite: Rewrite) => (value: unknown) =>
  Object.fromEntries(
    Object.entries(value as Record<string, Schema>).map(([name, schema]) => [name, rewrite(schema)]),
  );

/** Keywords that hold schemas: of the same value, left open, or of a value inside it, closed. */
const KEYWORDS = new Map<string, (value: unknown) => unknown>([
  ['$ref', (pointer) => `${DOCUMENT}${pointer}`],
  ['allOf', each(open)],
  ['anyOf', each(open)],
  ['oneOf', each(open)],
  ['not', one(open)],
  ['if', one(open)],
  ['then', one(open)],
  ['else', one(open)],
  ['dependentSchemas', named(open)],
  ['properties', named(closed)],
  ['patternProperties', named(closed)],
  ['additionalProperties', one(closed)],
  ['items', one(closed)],
  ['prefixItems', each(closed)],
  ['contains', one(closed)],
]);

const DECLARING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'properties'];

/** The schema of part of a value, which leaves other properties to the parts beside it. */
export function open(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const entries = Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-'));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, KEYWORDS.get(keyword)?.(value) ?? value]),
  );
}

/** The schema of a whole value: a property that it does not declare is a violation, at any depth. */
export function closed(schema: Schema): Schema {
  const opened = open(schema);
  if (typeof opened === 'boolean' || !DECLARING.some((keyword) => keyword in opened)) return opened;
  return { unevaluatedProperties: false, ...opened };
}
