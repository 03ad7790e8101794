/**
 * Redocly reports a removed value only where a request may send it. Programs also decide by the values they receive:
 * problem codes, statuses, scopes.
 */
export const enumValuesDropped = () => ({
  Schema(change, { report, getDirections }) {
    if (change.kind !== 'modified' || !isList(change.property)) return;
    if (change.property === 'enum' && getDirections().includes('request')) return;
    const { base, revision } = change;
    if (!Array.isArray(base.value)) return;
    // Without `enum` any value may come; redocly and values/ see that.
    if (revision.value === undefined && change.property === 'enum') return;
    const dropped = base.value.filter((value) => !revision.value?.includes(value));
    if (dropped.length > 0) report({ message: `No longer declared: ${dropped.join(', ')}.` });
  },
});

function isList(property) {
  return property === 'enum' || property === 'x-extensible-enum';
}
