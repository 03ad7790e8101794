import { follow } from './references.js';

/** The built-in rules ask for descriptions of operations, parameters and tags, but not of fields. */
export const fieldDescriptions = () => ({
  SchemaProperties: {
    Schema(schema, ctx) {
      if (isDescribed(schema, ctx) || isRefinement(schema)) return;
      ctx.report({ message: `The field ${ctx.key} has no description. Say what it means.` });
    },
  },
});

function isDescribed({ description, allOf = [] }, ctx) {
  return [description, ...allOf.map((part) => follow(part, ctx).node?.description)].some(Boolean);
}

// In an allOf a request repeats a field only to give it a default.
function isRefinement(schema) {
  return Object.keys(schema).every((keyword) => keyword === 'default');
}
