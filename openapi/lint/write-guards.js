import { eachOperation } from './operations.js';
import { follow, jsonSchema, shared } from './references.js';

const KEY = { header: 'Idempotency-Key', component: 'IdempotencyKey' };
const VERSION = { header: 'If-Match', component: 'IfMatch' };
const GUARDS = { post: KEY, put: VERSION, patch: VERSION, delete: VERSION };

export const writeGuards = () =>
  eachOperation(({ operation, method, title, accepts, report, ctx }) => {
    const guard = GUARDS[method];
    if (guard && !accepts('header', guard.header)) {
      const parameter = shared('parameters', guard.component);
      report(
        `${title} doesn't accept the header ${guard.header}. Add to its parameters: ${parameter}`,
        'parameters',
      );
    }
    const body = jsonSchema(operation.requestBody, ctx);
    for (const pointer of openObjects({ ...body, ...WHOLE_BODY }, ctx)) {
      const message = `${title} accepts unknown fields at ${pointer}. Close it with additionalProperties: false.`;
      report(message, 'requestBody');
    }
  });

const WHOLE_BODY = { at: '#', isClosed: false, trail: [], replaced: [] };

// Where an object with declared fields accepts others. Closing an object closes its branches, but not its fields.
function openObjects({ schema, file, at, isClosed, trail, replaced }, ctx) {
  const { node, file: home, pointer } = follow(schema, ctx, file);
  if (!node || typeof node !== 'object' || trail.includes(pointer)) return [];
  const closed = isClosed || node.additionalProperties === false || node.unevaluatedProperties === false;
  const below = { file: home, trail: pointer ? [...trail, pointer] : trail, replaced: [] };
  const inBranch = { ...below, at, isClosed: closed, replaced: [...replaced, ...replacements(node)] };
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => node[keyword] ?? []);
  return [
    ...(node.properties && !closed ? [at] : []),
    ...branches.flatMap((branch) => openObjects({ ...inBranch, schema: branch }, ctx)),
    ...fields(node, replaced).flatMap(([name, field]) =>
      openObjects({ ...below, schema: field, at: `${at}/${name}`, isClosed: false }, ctx),
    ),
  ];
}

// The fields whose schema a whole gives anew, narrower than its parts have it.
function replacements({ properties = {} }) {
  return Object.keys(properties).filter((name) => properties[name].$ref !== undefined);
}

function fields({ properties = {}, items, additionalProperties }, replaced) {
  const rest = [
    ['*', items],
    ['*', additionalProperties],
  ];
  const own = Object.entries(properties).filter(([name]) => !replaced.includes(name));
  return [...own, ...rest.filter(([, schema]) => schema && schema !== true)];
}
