/**
 * A request that leaves a field or parameter out means something else when its default changes. A field's default is in its
 * own schema or in `x-defaults` of the object around it; moving it from one to the other changes nothing.
 */
export const defaultChanged = () => ({
  Schema(change, { report, getDirections }) {
    if (change.kind !== 'modified' || change.property !== 'default') return;
    const { base, revision } = change;
    if (!getDirections().includes('request')) return;
    reportChange(base.value, revision.value ?? movedDefault(change.node), report);
  },
  DefaultMap({ kind, base, revision }, { report }) {
    if (kind === 'modified') reportChange(base.value, revision.value, report);
  },
});

function reportChange(before, now, report) {
  // A default may be a list.
  if (before === undefined || JSON.stringify(before) === JSON.stringify(now)) return;
  const outcome = now === undefined ? 'was removed' : `is now ${JSON.stringify(now)}`;
  report({ message: `The default ${JSON.stringify(before)} ${outcome}.` });
}

function movedDefault({ revision, parent }) {
  const object = parent?.parent?.revision;
  return (object?.resolved ?? object)?.value['x-defaults']?.[revision.key];
}
