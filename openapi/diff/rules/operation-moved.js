/** Where an operation is called, in the URL and in generated code: generators make a class of a tag. */
export const operationMoved = () => ({
  Paths: {
    Operation({ kind, property, base, revision }, { report }) {
      if (kind !== 'modified' || property !== 'tags') return;
      const [before, now] = [base, revision].map(({ value }) => (value ?? []).join(', ') || 'none');
      report({ message: `Its tag was ${before} and is ${now}.` });
    },
    ServerList({ kind, node }, { report }) {
      if (kind === 'modified') return;
      const urls = (node.revision ?? node.base).value.map(({ url }) => url).join(', ');
      report({ message: `Its own servers, ${urls}, were ${kind}.` });
    },
  },
});
