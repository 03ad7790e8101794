import { branches, is, resolve, type Schema } from './request-schema.ts';

/** The smallest value that the contract accepts, as far as the schema shows. */
export function minimal(given: Schema): unknown {
  const schema = branches(resolve(given))[0]!;
  if (is(schema, 'object'))
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, minimal(schema.properties?.[name] ?? {})]),
    );
  if (is(schema, 'array')) return [minimal(schema.items ?? {})];
  return scalar(schema, 0);
}

/** A value with every field; strings and arrays have `share` of the maximum length. */
export function largest(given: Schema, share: number, index = 0): unknown {
  const schema = branches(resolve(given))[0]!;
  if (is(schema, 'array')) return many(schema.maxItems ?? 1, share, (i) => largest(schema.items!, share, i));
  if (schema.propertyNames)
    return Object.fromEntries(
      many(schema.maxProperties!, share, (i) => [`name_${i}`, 'x'.repeat(500 * share)]),
    );
  if (is(schema, 'object'))
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, member]) => [name, largest(member, share, index)]),
    );
  const { maxLength, pattern, format } = schema;
  const isFree = maxLength !== undefined && !schema.enum && !format && (!pattern || pattern === '\\S');
  return isFree ? `${index}`.padEnd(Math.max(1, maxLength * share), 'x') : scalar(schema, index);
}

const many = <T>(most: number, share: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(most * share)) }, (_, index) => make(index));

function scalar(schema: Schema, index: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (is(schema, 'integer') && schema.minimum === 1) return 1 + index;
  const example = schema.examples?.find((value) => value !== null);
  if (example !== undefined) return example;
  if (is(schema, 'integer') || is(schema, 'number')) return 1;
  if (is(schema, 'boolean')) return true;
  if (schema.format === 'uri') return `https://images.example.com/${index}`;
  return is(schema, 'string') ? `x${index}` : null;
}
