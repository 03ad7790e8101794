/**
 * Every request body is closed, so a removed field is refused. Redocly sees this only if the field's own schema closes it,
 * not if the schema around its `allOf` or `anyOf` does.
 */
export const requestFieldRemoved = () => ({
  SchemaProperties: {
    Schema(change, { report, getDirections }) {
      const { kind, property, node } = change;
      if (kind !== 'removed' && !(kind === 'modified' && property === 'key')) return;
      const directions = getDirections();
      if (!directions.includes('request') || directions.includes('response') || isClosed(node.parent.parent))
        return;
      report({ message: `\`${node.base.key}\` is no longer accepted.` });
    },
  },
});

function isClosed({ revision }) {
  const schema = (revision?.resolved ?? revision)?.value ?? {};
  return schema.additionalProperties === false || schema.unevaluatedProperties === false;
}
