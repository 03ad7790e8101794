import { follow } from './references.js';

/** A visitor that calls `check` for each operation under `paths`. Webhooks are excluded: their receivers respond, not we. */
export function eachOperation(check) {
  return {
    Paths: {
      PathItem: {
        Operation: (operation, ctx, { PathItem }) => check(describe(operation, PathItem, ctx)),
      },
    },
  };
}

function describe(operation, pathItem, ctx) {
  const declared = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = declared.map((parameter) => follow(parameter, ctx).node);
  return {
    operation,
    parameters,
    ctx,
    method: ctx.key,
    title: `${ctx.key.toUpperCase()} ${operation.operationId}`,
    accepts: (location, name) =>
      parameters.some((parameter) => parameter?.in === location && hasName(parameter, name)),
    report: (message, ...path) => ctx.report({ message, location: ctx.location.child(path) }),
  };
}

// Header names are case-insensitive; query and path parameters aren't.
function hasName(parameter, name) {
  if (parameter.in !== 'header') return parameter.name === name;
  return parameter.name.toLowerCase() === name.toLowerCase();
}
