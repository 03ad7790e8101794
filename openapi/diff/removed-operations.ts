import type { BreakingChange, Contracts } from './breaking-change.ts';
import { operationsOf, segmentsOf } from './contract.ts';
import type { Change } from './redocly.ts';

/**
 * The operations that a removed operation, path, or renamed path takes away, each by itself: another operation may use the old
 * path later. Redocly takes a removed path for a new one that reads alike; the operationId says where an operation went.
 */
export function removedOperations(change: Change, { base, revision }: Contracts): BreakingChange[] {
  const isRemoved = change.verdicts.some(({ ruleId }) =>
    ['path-removed', 'operation-removed'].includes(ruleId),
  );
  const [section, path, method] = segmentsOf(change.base?.pointer ?? '');
  if (!isRemoved || section !== 'paths') return [];
  return operationsOf(base)
    .filter((each) => each.path === path && (method === undefined || each.key === method))
    .map(({ title, node: { operationId: id } }) => {
      const moved = operationsOf(revision).find(({ node }) => id !== undefined && node.operationId === id);
      const message = moved ? `The operation is now ${moved.title}.` : 'The operation was removed.';
      return { place: title, operations: [title], ruleId: 'operation-removed', message, content: undefined };
    });
}
