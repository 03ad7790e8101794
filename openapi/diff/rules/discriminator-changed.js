/** Generated clients choose the branch of a union by it. What the branches contain is compared in values/. */
export const discriminatorChanged = () => ({
  Discriminator({ kind, property, base, revision }, { report }) {
    if (kind === 'removed') report({ message: '`discriminator` was removed.' });
    if (kind === 'modified' && property === 'propertyName')
      report({ message: `The discriminator was \`${base.value}\` and is \`${revision.value}\`.` });
  },
  DiscriminatorMapping: {
    Schema({ kind, node }, { report }) {
      if (kind === 'removed')
        report({ message: `The discriminator no longer has the value \`${node.base.key}\`.` });
    },
  },
});
