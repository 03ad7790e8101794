/** Clients take the success that they know for the only one. A 304 is for those that sent If-None-Match. */
export const successAdded = () => ({
  Paths: {
    Response({ kind, node }, { report }) {
      const status = String(node.revision?.key);
      if (kind === 'added' && /^[23]/.test(status) && status !== '304')
        report({ message: `May respond with ${status}, which clients don't know.` });
    },
  },
});
