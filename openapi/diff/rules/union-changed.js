// Replaces redocly's schema-combinator-changed, for which a new branch of a response's union always breaks. With a
// discriminator it's a new value of that field, and the contract announces that values and events may be added.
export const unionChanged = () => ({
  Schema: { AllOf: list, OneOf: list, AnyOf: list },
  AllOf: { Schema: (change, ctx) => branch('allOf', change, ctx) },
  OneOf: { Schema: (change, ctx) => branch('oneOf', change, ctx) },
  AnyOf: { Schema: (change, ctx) => branch('anyOf', change, ctx) },
});

/** A whole `oneOf` where there was none accepts less, like a branch added to an `allOf`. */
function list({ kind, node }, { report, getDirections }) {
  if (kind === 'modified') return;
  if (!getDirections().includes(kind === 'added' ? 'request' : 'response')) return;
  report({ message: `\`${(node.revision ?? node.base).key}\` was ${kind}.` });
}

function branch(keyword, { kind, node }, { report, getDirections }) {
  if (kind === 'modified') return;
  const acceptsLess = (keyword === 'allOf') === (kind === 'added');
  if (!getDirections().includes(acceptsLess ? 'request' : 'response')) return;
  if (kind === 'added' && isExtensible(node.parent.parent)) return;
  report({ message: `The branch ${nameOf(node.revision ?? node.base)} of \`${keyword}\` was ${kind}.` });
}

/** The name of the schema that the branch refers to, or what it says itself. */
function nameOf({ value }) {
  const { description, ...own } = value;
  return `\`${own.$ref?.split('/').at(-1) ?? JSON.stringify(own)}\``;
}

function isExtensible({ revision }) {
  return (revision?.resolved ?? revision)?.value.discriminator !== undefined;
}
