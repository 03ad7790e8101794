// A reference is relative to the file that it stands in, so what it leads to comes with its own file.
export function follow(node, ctx, file = ctx.location.source.absoluteRef) {
  if (typeof node?.$ref !== 'string') return { node, file };
  const { node: target, location } = ctx.resolve(node, file);
  return { node: target, file: location?.source.absoluteRef, pointer: location?.absolutePointer };
}

export function refersTo(schema, name) {
  return schema?.$ref?.endsWith(`/schemas/${name}`) === true;
}
