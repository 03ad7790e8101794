/** `x-event` says who sees an event and what causes it: a receiver waits for it. */
export const eventNarrowed = () => ({
  EventEntry({ kind, property, base, revision }, { report }) {
    if (kind !== 'modified' || property !== 'scope') return;
    report({
      message: `Keys with ${base.value} no longer see it in the feed, but keys with ${revision.value}.`,
    });
  },
  EventExclusion({ kind, node }, { report }) {
    if (kind === 'added') report({ message: `Isn't sent in the case \`${node.revision.key}\`.` });
  },
  EventCase({ kind, property, node, base, revision }, { report }) {
    if (kind === 'removed') report({ message: `Is no longer sent in the case \`${node.base.key}\`.` });
    if (kind !== 'modified' || property !== 'by') return;
    const dropped = base.value.filter((cause) => !revision.value?.includes(cause));
    if (dropped.length > 0) report({ message: `Is no longer caused by ${dropped.join(', ')}.` });
  },
});
