import { follow, report } from './references.js';

/** The built-in rules ask for descriptions of operations, parameters and tags, but not of fields. */
export const fieldDescriptions = () => ({
  SchemaProperties(fields, ctx) {
    for (const [name, field] of Object.entries(fields)) {
      // A wrong reference is reported as one.
      if (follow(field, ctx).node === undefined || isRefinement(field)) continue;
      const issue = issueOf(descriptionOf(field, ctx), acceptsNull(field, ctx));
      if (issue) report(ctx, `The field ${name} ${issue}`, name);
    }
  },
});

function issueOf(description, isNullable) {
  if (!description) return 'has no description. Say what it means.';
  const saysNull = /\bnull\b/i.test(description);
  if (saysNull && isNullable === false)
    return "can't be null, but its description speaks of null. Add null to its type, or write it without that word.";
  if (!saysNull && isNullable)
    return "may be null, but its description doesn't say when. Add, for instance: null if there is none.";
}

// A reference may have a description beside it.
function descriptionOf(field, ctx, file) {
  const { node = {}, file: home } = follow(field, ctx, file);
  const inParts = (node.allOf ?? []).map((part) => descriptionOf(part, ctx, home));
  return field.description ?? node.description ?? inParts.find(Boolean);
}

/** Undefined if the schema says nothing about types. */
function acceptsNull(field, ctx, file) {
  const { node = {}, file: home } = follow(field, ctx, file);
  const answers = (node.oneOf ?? node.anyOf ?? node.allOf ?? []).map((part) => acceptsNull(part, ctx, home));
  if (node.type !== undefined) return [node.type].flat().includes('null');
  if (node.allOf) return answers.find((answer) => answer !== undefined);
  return answers.length === 0 ? undefined : answers.some(Boolean);
}

// In an allOf a request repeats a field only to give it a default.
function isRefinement(schema) {
  return Object.keys(schema).every((keyword) => keyword === 'default');
}
