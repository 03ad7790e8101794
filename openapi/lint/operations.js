import { follow, isSchemaNamed, report } from './references.js';

const READ_METHODS = ['get', 'head'];

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

/** The same, with the named schema. Redocly may visit that after the operations, so they are checked last. */
export function eachOperationWith(name, check) {
  const operations = [];
  let found = {};
  return {
    ...eachOperation((described) => operations.push(described)),
    Schema(schema, ctx) {
      if (isSchemaNamed(name, ctx)) found = schema;
    },
    Root: {
      leave() {
        for (const described of operations) check(described, found);
      },
    },
  };
}

/** A visitor that calls `check` for each response under `paths`: once for a status, though operations share responses. */
export function eachResponse(check) {
  const visited = new Set();
  return {
    Paths: {
      Response(response, ctx) {
        const key = `${ctx.key} ${ctx.location.absolutePointer}`;
        if (!visited.has(key)) check(response, ctx);
        visited.add(key);
      },
    },
  };
}

function describe(operation, pathItem, ctx) {
  const declared = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = declared.flatMap((parameter) => follow(parameter, ctx).node ?? []);
  return {
    operation,
    parameters,
    ctx,
    method: ctx.key,
    isRead: READ_METHODS.includes(ctx.key),
    title: `${ctx.key.toUpperCase()} ${operation.operationId}`,
    accepts: (location, name) =>
      parameters.some((parameter) => parameter?.in === location && hasName(parameter, name)),
    report: (message, ...path) => report(ctx, message, ...path),
  };
}

// Header names are case-insensitive; query and path parameters aren't.
function hasName(parameter, name) {
  if (parameter.in !== 'header') return parameter.name === name;
  return parameter.name?.toLowerCase() === name.toLowerCase();
}
