// The contract leaves response schemas open, so that fields can be added later. The checks close them, so that every
// field sent today is declared: `unevaluatedProperties: false` on each value, around its whole composition. Inside a
// branch of `allOf` it would forbid the properties of the other branches.
import type { Schema } from './contract.ts';

/** The `$id` of the contract's components in the validator. */
export const DOCUMENT = 'contract';

type Rewrite = (schema: Schema) => Schema;

const each = (rewrite: Rewrite) => (value: unknown) => (value as Schema[]).map(rewrite);
const one = (rewrite: Rewrite) => (value: unknown) => rewrite(value as Schema);
const named = (rewrite: Rewrite) => (value: unknown) =>
  Object.fromEntries(
    Object.entries(value as Record<string, Schema>).map(([name, schema]) => [name, rewrite(schema)]),
  );

/** Keywords with subschemas. Those of the same value stay open, those of a nested value are closed. */
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

/** The schema of one branch of a composition, open to the properties of the other branches. */
export function open(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const entries = Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-'));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, KEYWORDS.get(keyword)?.(value) ?? value]),
  );
}

/** The schema of a whole value: an undeclared property at any depth is a violation. */
export function closed(schema: Schema): Schema {
  const opened = open(schema);
  if (typeof opened === 'boolean' || !DECLARING.some((keyword) => keyword in opened)) return opened;
  return { unevaluatedProperties: false, ...opened };
}
