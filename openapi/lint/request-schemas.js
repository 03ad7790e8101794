import { follow, jsonSchema } from './references.js';

/** Every schema that a JSON body is made of, with its place in the body, and whether it refuses unknown fields. */
export function requestSchemas(requestBody, ctx) {
  const whole = { ...jsonSchema(requestBody, ctx), at: '#', isClosed: false, trail: [], replaced: [] };
  return schemasIn(whole, ctx);
}

// Closing an object closes its branches, but not its fields.
function schemasIn({ schema, file, at, isClosed, trail, replaced }, ctx) {
  const { node, file: home, pointer } = follow(schema, ctx, file);
  if (!node || typeof node !== 'object' || trail.includes(pointer)) return [];
  const closed = isClosed || node.additionalProperties === false || node.unevaluatedProperties === false;
  const below = { file: home, trail: pointer ? [...trail, pointer] : trail, replaced: [] };
  const inBranch = { ...below, at, isClosed: closed, replaced: [...replaced, ...replacements(node)] };
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => node[keyword] ?? []);
  return [
    { node, at, isClosed: closed },
    ...branches.flatMap((branch) => schemasIn({ ...inBranch, schema: branch }, ctx)),
    ...fields(node, replaced).flatMap(([name, field]) =>
      schemasIn({ ...below, schema: field, at: `${at}/${name}`, isClosed: false }, ctx),
    ),
  ];
}

// The fields whose schema a whole gives anew, narrower than its parts have it.
function replacements({ properties = {} }) {
  return Object.keys(properties).filter((name) => properties[name]?.$ref !== undefined);
}

function fields({ properties = {}, items, additionalProperties }, replaced) {
  const rest = [
    ['*', items],
    ['*', additionalProperties],
  ];
  const own = Object.entries(properties).filter(([name]) => !replaced.includes(name));
  return [...own, ...rest.filter(([, schema]) => schema && schema !== true)];
}
