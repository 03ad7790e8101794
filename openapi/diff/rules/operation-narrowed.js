// What server/http/body/read-body.ts takes where an operation says nothing.
const USUAL_BYTES = 100_000;

/** What an operation says of itself beside its schemas: how large a body may be, and which problems clients have to expect. */
export const operationNarrowed = () => ({
  Operation({ kind, property, base, revision }, { report }) {
    if (kind !== 'modified') return;
    if (property === 'x-max-body-bytes') {
      const [before, now] = [base, revision].map(({ value }) => value ?? USUAL_BYTES);
      if (now < before) report({ message: `A body may have ${now} bytes, and had up to ${before}.` });
    }
    if (property !== 'x-problem-codes') return;
    const dropped = (base.value ?? []).filter((code) => !revision.value?.includes(code));
    if (dropped.length > 0)
      report({ message: `No longer refuses a request with ${dropped.join(', ')}, by which clients decide.` });
  },
});
