// A $ref is relative to the file it is in, so its target is returned together with the target's file.
export function follow(node, ctx, file = ctx.location.source.absoluteRef) {
  // A key without a value is null in YAML.
  if (typeof node?.$ref !== 'string') return { node: node ?? undefined, file };
  const { node: target, location } = ctx.resolve(node, file);
  return { node: target, file: location?.source.absoluteRef, pointer: location?.absolutePointer, location };
}

/** The JSON schema of a request body or a response, with the file that it is in. */
export function jsonSchema(holder, ctx, file) {
  const { node, file: home } = follow(holder, ctx, file);
  return { schema: node?.content?.['application/json']?.schema, file: home };
}

/** A reference to a shared part, as a file of resources/ writes it. */
export function shared(kind, name) {
  return `{ $ref: '../common.yaml#/${kind}/${name}' }`;
}

/** Whether a visitor is at the schema with this name, in the bundle's components or in a source file's schemas. */
export function isSchemaNamed(name, ctx) {
  return ctx.location.pointer.endsWith(`/schemas/${name}`);
}

/** Reports what is wrong with a part of the node that a visitor is at. */
export function report(ctx, message, ...path) {
  ctx.report({ message, location: ctx.location.child(path) });
}

export function isText(value) {
  return typeof value === 'string' && value.trim() !== '';
}
