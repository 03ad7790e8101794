/** Redocly reports a body that became required, but not one that came with it. */
export const bodyAdded = () => ({
  RequestBody({ kind, node }, { report, getDirections }) {
    if (kind !== 'added' || !getDirections().includes('request')) return;
    const { required } = (node.revision.resolved ?? node.revision).value;
    if (required) report({ message: 'A required request body was added.' });
  },
});
