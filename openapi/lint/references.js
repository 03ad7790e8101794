// A $ref is relative to the file it is in, so its target is returned together with the target's file.
export function follow(node, ctx, file = ctx.location.source.absoluteRef) {
  if (typeof node?.$ref !== 'string') return { node, file };
  const { node: target, location } = ctx.resolve(node, file);
  return { node: target, file: location?.source.absoluteRef, pointer: location?.absolutePointer };
}

export function refersTo(schema, name) {
  return schema?.$ref?.endsWith(`/schemas/${name}`) === true;
}

/** A reference to a shared part, as a file of resources/ writes it. */
export function shared(kind, name) {
  return `{ $ref: '../common.yaml#/${kind}/${name}' }`;
}

/** Whether a visitor is at the schema with this name, in the bundle's components or in a source file's schemas. */
export function isSchemaNamed(name, ctx) {
  return ctx.location.pointer.endsWith(`/schemas/${name}`);
}
