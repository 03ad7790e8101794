/** A date that was announced may move to a later day, never to an earlier one. */
export const sunsetMoved = () => ({
  Operation(change, { report }) {
    if (change.kind !== 'modified' || change.property !== 'x-sunset-at') return;
    const { base, revision } = change;
    // ISO dates compare as text.
    if (base.value === undefined || revision.value === undefined || revision.value >= base.value) return;
    report({ message: `x-sunset-at moved from ${base.value} to ${revision.value}.` });
  },
});
