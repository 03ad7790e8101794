import type { Contract } from './contract.ts';

/**
 * The released contract without the operations that were deprecated, are past their `x-sunset-at` and are gone now:
 * removing them was announced when they were deprecated.
 */
export function withoutEnded(released: Contract, current: Contract, today: string): Contract {
  const paths = Object.entries(released.paths).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([method, operation]) => {
      const ended = operation.deprecated === true && (operation['x-sunset-at'] ?? today) < today;
      return !ended || current.paths[path]?.[method] !== undefined;
    });
    const hasOperations = kept.some(([, member]) => 'responses' in member);
    return hasOperations ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  return { ...released, paths: Object.fromEntries(paths) };
}
