import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratchFolder, root } from '../run.ts';
import type { BreakingChange } from './breaking-change.ts';
import { compare } from './compare.ts';
import { promisesOf } from './promises.ts';

/**
 * What the main branch serves, released or not: integrators try it before it is released. Whatever is added comes in by itself, when
 * `npm run generate` finds that it breaks nothing; what breaks it has to be accepted.
 */
export const SERVED = join(root, 'openapi/served.json');

export const today = (): string => new Date().toISOString().slice(0, 10);

/** What the contract with these promises breaks of what is served. */
export function breaksOf(served: string, promises: string, date: string): readonly BreakingChange[] {
  if (!existsSync(served) || readFileSync(served, 'utf8') === promises) return [];
  return inScratchFolder((folder) => {
    const current = join(folder, 'current.json');
    writeFileSync(current, promises);
    return compare(served, current, date).breaking;
  });
}

/** The text of `served.json` for this bundle: the one it has, until what the bundle breaks is accepted. */
export function nextServed(bundle: string, date = today()): string {
  const promises = promisesOf(readFileSync(bundle, 'utf8'));
  return breaksOf(SERVED, promises, date).length > 0 ? readFileSync(SERVED, 'utf8') : promises;
}
