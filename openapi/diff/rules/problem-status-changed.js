/** Clients treat a code that they don't know by its status. */
export const problemStatusChanged = () => ({
  any(change, { report }) {
    if (change.kind !== 'modified' || change.property !== 'status') return;
    const { base, revision } = change;
    const [, code] = /\/x-problems\/([^/]+)\/status$/.exec(base.location.pointer) ?? [];
    if (code) report({ message: `The status of ${code} changed from ${base.value} to ${revision.value}.` });
  },
});
