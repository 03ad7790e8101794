import { follow, jsonSchema } from './references.js';

/** Every schema that a JSON body is made of, with its place in the body and in the file, and whether it refuses unknown fields. */
export function requestSchemas(requestBody, ctx) {
  const body = follow(requestBody, ctx).location ?? ctx.location.child(['requestBody']);
  const location = body.child(['content', 'application/json', 'schema']);
  const whole = {
    ...jsonSchema(requestBody, ctx),
    location,
    at: '#',
    isClosed: false,
    trail: [],
    replaced: [],
  };
  return schemasIn(whole, ctx);
}

// Closing an object closes its branches, but not its fields.
function schemasIn({ schema, file, location, at, isClosed, trail, replaced }, ctx) {
  const { node, file: home, pointer, location: target } = follow(schema, ctx, file);
  if (!node || typeof node !== 'object' || trail.includes(pointer)) return [];
  const closed = isClosed || node.additionalProperties === false || node.unevaluatedProperties === false;
  const below = { file: home, trail: pointer ? [...trail, pointer] : trail, replaced: [] };
  const inBranch = { ...below, at, isClosed: closed, replaced: [...replaced, ...replacements(node)] };
  const here = target ?? location;
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    (node[keyword] ?? []).map((schema, index) => ({ schema, location: here.child([keyword, index]) })),
  );
  return [
    { node, at, isClosed: closed, location: here },
    ...branches.flatMap((branch) => schemasIn({ ...inBranch, ...branch }, ctx)),
    ...fields(node, replaced).flatMap(([name, field, ...path]) =>
      schemasIn(
        { ...below, schema: field, location: here.child(path), at: `${at}/${name}`, isClosed: false },
        ctx,
      ),
    ),
  ];
}

// The fields whose schema a whole gives anew, narrower than its parts have it.
function replacements({ properties = {} }) {
  return Object.keys(properties).filter((name) => properties[name]?.$ref !== undefined);
}

function fields({ properties = {}, items, additionalProperties }, replaced) {
  const rest = [
    ['*', items, 'items'],
    ['*', additionalProperties, 'additionalProperties'],
  ];
  const own = Object.entries(properties)
    .filter(([name]) => !replaced.includes(name))
    .map(([name, field]) => [name, field, 'properties', name]);
  return [...own, ...rest.filter(([, schema]) => schema && schema !== true)];
}
