import { follow } from './references.js';

/** A visitor that calls `check` for each operation of `paths`. Webhooks are left out: their answers are not ours. */
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
  const given = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = given.map((parameter) => follow(parameter, ctx).node);
  return {
    operation,
    parameters,
    ctx,
    method: ctx.key,
    title: `${ctx.key.toUpperCase()} ${operation.operationId}`,
    takes: (place, name) => parameters.some((one) => one?.in === place && sameName(one, name)),
    report: (message, ...path) => ctx.report({ message, location: ctx.location.child(path) }),
  };
}

// Header names have no letter case; the names of query and path parameters do.
function sameName(parameter, name) {
  if (parameter.in !== 'header') return parameter.name === name;
  return parameter.name.toLowerCase() === name.toLowerCase();
}
