import { spawnSync } from 'node:child_process';
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

/** What the contract with these promises breaks of what is served; a draft that isn't in `committed` may still change. */
export function breaksOf(
  served: string,
  promises: string,
  date: string,
  committed = served,
): readonly BreakingChange[] {
  if (!existsSync(served) || readFileSync(served, 'utf8') === promises) return [];
  return inScratchFolder((folder) => {
    const current = join(folder, 'current.json');
    writeFileSync(current, promises);
    const { breaking } = compare(served, current, date);
    // What was accepted is no longer in `served`, so nothing is asked twice.
    return breaking.length === 0 || committed === served
      ? breaking
      : compare(committed, current, date).breaking;
  });
}

/** The same of `served.json`: as it's committed, so that a draft may change until then. CI has nothing but committed files. */
export function breaksOfServed(promises: string, date = today()): readonly BreakingChange[] {
  const { status, stdout } = spawnSync('git', ['show', 'HEAD:./openapi/served.json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return breaksOf(SERVED, promises, date);
  return inScratchFolder((folder) => {
    const committed = join(folder, 'committed.json');
    writeFileSync(committed, stdout);
    return breaksOf(SERVED, promises, date, committed);
  });
}

/** The text of `served.json` for this bundle: the one it has, until what the bundle breaks is accepted. */
export function nextServed(bundle: string): string {
  const promises = promisesOf(readFileSync(bundle, 'utf8'));
  return breaksOfServed(promises).length > 0 ? readFileSync(SERVED, 'utf8') : promises;
}
