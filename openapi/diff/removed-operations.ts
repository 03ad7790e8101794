import type { BreakingChange, Contracts } from './breaking-change.ts';
import { type Contract, isMethod, operationTitle, segmentsOf } from './contract.ts';
import type { Change } from './redocly.ts';

/**
 * The operations that a removed operation, path, or renamed path takes away, each by itself: another operation may use the old
 * path later. Redocly takes a removed path for a new one that reads alike; the operationId says where an operation went.
 */
export function removedOperations(change: Change, { base, revision }: Contracts): BreakingChange[] {
  const isRemoved = change.verdicts.some(({ ruleId }) =>
    ['path-removed', 'operation-removed'].includes(ruleId),
  );
  const [section, path = '', method] = segmentsOf(change.base?.pointer ?? '');
  if (!isRemoved || section !== 'paths') return [];
  return Object.entries(base.paths[path] ?? {})
    .filter(([key]) => isMethod(key) && (method === undefined || key === method))
    .map(([key, { operationId }]) => {
      const title = operationTitle(path, key);
      const moved = operationWithId(operationId, revision);
      const message = moved ? `The operation is now ${moved}.` : 'The operation was removed.';
      return { place: title, operations: [title], ruleId: 'operation-removed', message };
    });
}

function operationWithId(id: string | undefined, { paths }: Contract): string | undefined {
  for (const [path, item] of Object.entries(paths)) {
    const found = Object.entries(item).find(([method, each]) => isMethod(method) && each.operationId === id);
    if (found && id !== undefined) return operationTitle(path, found[0]);
  }
  return undefined;
}
