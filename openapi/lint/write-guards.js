import { eachOperation } from './operations.js';
import { follow } from './references.js';

const GUARDS = { post: 'Idempotency-Key', put: 'If-Match', patch: 'If-Match', delete: 'If-Match' };

export const writeGuards = () =>
  eachOperation(({ operation, method, title, takes, report, ctx }) => {
    const guard = GUARDS[method];
    if (guard && !takes('header', guard)) {
      report(`${title} does not take the header ${guard}. Add the parameter.`, 'parameters');
    }
    for (const place of openObjects(bodySchema(operation, ctx), ctx)) {
      const message = `${title} lets unknown fields in at ${place}. Close it with additionalProperties: false.`;
      report(message, 'requestBody');
    }
  });

function bodySchema(operation, ctx) {
  const { node, file } = follow(operation.requestBody, ctx);
  return { schema: node?.content?.['application/json']?.schema, file, place: '#', closed: false, trail: [] };
}

// Where an object with fields of its own does not refuse others. A closed object closes its branches, not its fields.
function openObjects({ schema, file, place, closed, trail }, ctx) {
  const { node, file: home, pointer } = follow(schema, ctx, file);
  if (!node || typeof node !== 'object' || trail.includes(pointer)) return [];
  const shut = closed || node.additionalProperties === false || node.unevaluatedProperties === false;
  const below = { file: home, trail: pointer ? [...trail, pointer] : trail };
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => node[word] ?? []);
  return [
    ...(node.properties && !shut ? [place] : []),
    ...branches.flatMap((one) => openObjects({ ...below, schema: one, place, closed: shut }, ctx)),
    ...fields(node).flatMap(([name, one]) =>
      openObjects({ ...below, schema: one, place: `${place}/${name}`, closed: false }, ctx),
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
