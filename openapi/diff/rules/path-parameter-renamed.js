const withoutNames = (path) => path.replace(/\{[^}]+\}/g, '{}');

/** The URL stays, but generated clients have an argument of this name. Redocly takes the paths for the same. */
export const pathParameterRenamed = () => ({
  Paths: {
    PathItem({ kind, property, base, revision }, { report }) {
      if (kind !== 'modified' || property !== 'key') return;
      if (withoutNames(base.value) !== withoutNames(revision.value)) return;
      report({ message: `The path is now \`${revision.value}\`: its parameter was renamed.` });
    },
  },
});
