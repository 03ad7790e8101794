/**
 * Replaces every `allOf` of the bundle by one object with all properties. The files share fields between a resource and
 * its requests by `allOf`; readers and generators of the bundle get plain objects, closed ones with
 * `additionalProperties: false`.
 */
export const flattenSchemas = () => ({
  Root: {
    leave(root) {
      const schemas = root.components?.schemas ?? {};
      const flat = Object.entries(schemas).map(([name, schema]) => [name, flatten(schema, name, schemas)]);
      root.components.schemas = Object.fromEntries(flat);
    },
  },
});

function flatten(schema, name, schemas) {
  if (schema === null || typeof schema !== 'object') return schema;
  const { allOf = [], ...own } = schema;
  const parts = allOf.map((part) => flatten(resolve(part, schemas), name, schemas));
  return closed([...parts, flattenBelow(own, name, schemas)].reduce((one, other) => merge(one, other, name)));
}

/** A schema of the bundle, or the one that it refers to. */
export function resolve(schema, schemas) {
  return schema.$ref === undefined ? schema : resolve(schemas[schema.$ref.split('/').at(-1)], schemas);
}

function flattenBelow(schema, name, schemas) {
  const below = { ...schema };
  const inner = (each) => flatten(each, name, schemas);
  for (const keyword of ['anyOf', 'oneOf']) if (schema[keyword]) below[keyword] = schema[keyword].map(inner);
  for (const keyword of ['items', 'additionalProperties'])
    if (schema[keyword]) below[keyword] = inner(schema[keyword]);
  if (schema.properties) below.properties = mapValues(schema.properties, inner);
  return below;
}

/** Merges two parts. A later part may add properties, and narrow those of an earlier one. */
function merge(one, other, name) {
  if (one.additionalProperties === false && other.properties) {
    throw new Error(
      `${name} adds properties to a closed object. Close ${name} instead of the part it refers to.`,
    );
  }
  const properties = { ...one.properties };
  for (const [key, schema] of Object.entries(other.properties ?? {}))
    properties[key] = narrow(properties[key], schema);
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  return {
    ...one,
    ...other,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

const ANNOTATIONS = ['description', 'default', 'examples', 'deprecated'];

/** What a later part says about a property: a note on the earlier schema, or a narrower schema in its place. */
function narrow(earlier, later) {
  const isNote = Object.keys(later).every((keyword) => ANNOTATIONS.includes(keyword));
  const replaces = !isNote && (earlier?.$ref !== undefined || later.$ref !== undefined);
  return replaces ? later : { ...earlier, ...later };
}

// Without allOf the two keywords mean the same, and more tools know this one.
function closed({ unevaluatedProperties, ...schema }) {
  return unevaluatedProperties === undefined
    ? schema
    : { ...schema, additionalProperties: unevaluatedProperties };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
