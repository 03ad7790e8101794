/** What a webhook's parameters declare is sent by us. Redocly judges parameters only where a client sends them. */
export const webhookHeaderRemoved = () => ({
  WebhooksMap: {
    Parameter(change, { report }) {
      const issue = issueOf(change);
      if (issue) report({ message: `The webhook header \`${nameOf(change.node.base)}\` ${issue}.` });
    },
    ParameterList(change, { report }) {
      if (change.kind === 'removed') report({ message: 'All headers of the webhook were removed.' });
    },
  },
});

function issueOf({ kind, property, base, revision }) {
  if (kind === 'removed') return 'was removed';
  if (kind !== 'modified') return undefined;
  if (property === 'name') return renamed(base.value, revision.value);
  if (property === 'required' && base.value === true) return 'is no longer always sent';
  return undefined;
}

// Header names are case-insensitive.
function renamed(from, to) {
  return from.toLowerCase() === to.toLowerCase() ? undefined : `was renamed to \`${to}\``;
}

function nameOf(node) {
  return (node?.resolved ?? node)?.value.name;
}
