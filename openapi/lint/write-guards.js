import { eachOperation } from './operations.js';
import { follow } from './references.js';

const GUARDS = { post: 'Idempotency-Key', put: 'If-Match', patch: 'If-Match', delete: 'If-Match' };

export const writeGuards = () =>
  eachOperation(({ operation, method, title, accepts, report, ctx }) => {
    const guard = GUARDS[method];
    if (guard && !accepts('header', guard)) {
      report(`${title} doesn't accept the header ${guard}. Add the parameter.`, 'parameters');
    }
    for (const pointer of openObjects(bodySchema(operation, ctx), ctx)) {
      const message = `${title} accepts unknown fields at ${pointer}. Close it with additionalProperties: false.`;
      report(message, 'requestBody');
    }
  });

function bodySchema(operation, ctx) {
  const { node, file } = follow(operation.requestBody, ctx);
  return { schema: node?.content?.['application/json']?.schema, file, at: '#', isClosed: false, trail: [] };
}

// Where an object with declared fields accepts others. Closing an object closes its branches, but not its fields.
function openObjects({ schema, file, at, isClosed, trail }, ctx) {
  const { node, file: home, pointer } = follow(schema, ctx, file);
  if (!node || typeof node !== 'object' || trail.includes(pointer)) return [];
  const closed = isClosed || node.additionalProperties === false || node.unevaluatedProperties === false;
  const below = { file: home, trail: pointer ? [...trail, pointer] : trail };
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => node[keyword] ?? []);
  return [
    ...(node.properties && !closed ? [at] : []),
    ...branches.flatMap((branch) => openObjects({ ...below, schema: branch, at, isClosed: closed }, ctx)),
    ...fields(node).flatMap(([name, field]) =>
      openObjects({ ...below, schema: field, at: `${at}/${name}`, isClosed: false }, ctx),
    ),
  ];
}

function fields({ properties = {}, items, additionalProperties }) {
  const rest = [
    ['*', items],
    ['*', additionalProperties],
  ];
  return [...Object.entries(properties), ...rest.filter(([, schema]) => schema && schema !== true)];
}
