/** A value that was written as URLs and headers write them, and is JSON now, or the other way round. */
const formOf = {
  MediaTypesMap({ kind, node }, { report }) {
    if (kind === 'modified') return;
    const types = Object.keys((node.revision ?? node.base).value).join(', ');
    const message = kind === 'added' ? `Is written as ${types} now.` : `Is no longer written as ${types}.`;
    report({ message });
  },
};

export const formChanged = () => ({ Parameter: formOf, Header: formOf });
