/** Readers of CSV find a column by its name or by its place: new ones come at the end, for ever. */
export const columnsMoved = () => ({
  Operation({ kind, property, base, revision }, { report }) {
    if (kind !== 'modified' || property !== 'x-columns' || base.value === undefined) return;
    for (const [group, columns] of groupsOf(base.value)) {
      const now = Object.fromEntries(groupsOf(revision.value ?? []))[group] ?? [];
      const at = columns.findIndex((column, index) => now[index] !== column);
      if (at === -1) continue;
      const found = now[at] === undefined ? 'nothing' : `\`${now[at]}\``;
      report({
        message: `Column ${at + 1}${group && ` of the report by ${group}`} was \`${columns[at]}\` and is ${found}.`,
      });
    }
  },
});

const groupsOf = (columns) => (Array.isArray(columns) ? [['', columns]] : Object.entries(columns));
