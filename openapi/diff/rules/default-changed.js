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
  DefaultMap({ kind, property, node, base, revision }, { report }) {
    const fields = declared(node.parent.base).properties ?? {};
    // Of all that came or went with the map; a new field can have any default.
    const changed = kind === 'modified' ? { [property]: [base.value, revision.value] } : pairs(node);
    for (const [name, [before, now]] of Object.entries(changed))
      if (name in fields) reportChange(before ?? fields[name].default, now, report, ` of \`${name}\``);
  },
});

function reportChange(before, now, report, ofField = '') {
  // A default may be a list.
  if (JSON.stringify(before) === JSON.stringify(now)) return;
  if (before === undefined)
    return report({ message: `The default${ofField} is now ${JSON.stringify(now)}, and there was none.` });
  const outcome = now === undefined ? 'was removed' : `is now ${JSON.stringify(now)}`;
  report({ message: `The default ${JSON.stringify(before)}${ofField} ${outcome}.` });
}

function pairs({ base, revision }) {
  const [before, now] = [declared(base), declared(revision)];
  return Object.fromEntries(
    Object.keys({ ...before, ...now }).map((name) => [name, [before[name], now[name]]]),
  );
}

const declared = (node) => (node?.resolved ?? node)?.value ?? {};

function movedDefault({ revision, parent }) {
  const object = parent?.parent?.revision;
  return (object?.resolved ?? object)?.value['x-defaults']?.[revision.key];
}
