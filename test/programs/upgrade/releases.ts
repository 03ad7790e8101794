import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Relative to the root, where the tests run. */
const FOLDER = 'server/db/migrations/';
const isMigration = (file: string): boolean => /^\d{3}-.*\.ts$/.test(file);

export interface Release {
  readonly commit: string;
  /** The names of its migrations' files, in order. */
  readonly migrations: readonly string[];
}

export const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\n')
    .filter((line) => line !== '');

/** Why releases can't be built from the history, or undefined. A shallow clone seems to have added everything in one commit. */
export function whyNoHistory(): string | undefined {
  try {
    const [isShallow] = git('rev-parse', '--is-shallow-repository');
    return isShallow === 'true' ? 'This clone is shallow: run git fetch --unshallow.' : undefined;
  } catch {
    return 'This is no clone of the repository.';
  }
}

/** The newest releases whose schemas differ from that of this checkout and from each other. */
export function lastReleases(count: number): Release[] {
  const today = migrationsOf();
  const schemas = new Set([today.join()]);
  const found: Release[] = [];
  for (const commit of candidates(today)) {
    const migrations = migrationsOf(commit);
    // A migration that was renumbered later was never released.
    if (schemas.has(migrations.join()) || migrations.some((each) => !today.includes(each))) continue;
    schemas.add(migrations.join());
    found.push({ commit, migrations });
    if (found.length === count) return found;
  }
  throw new Error(`The history has ${found.length} releases with other schemas than today's, not ${count}.`);
}

/** The service's tags. Before there are enough, what was there before each of the newest migrations was added. */
function* candidates(today: readonly string[]): Generator<string> {
  yield* git('tag', '--list', 'v*', '--sort=-v:refname');
  for (const migration of today.toReversed()) yield* beforeAdding(migration);
}

function beforeAdding(migration: string): string[] {
  const path = FOLDER + migration;
  const log = ['log', '-m', '--full-history', '--no-renames', '--diff-filter=A', '--format=%H %P'];
  for (const line of new Set(git(...log, 'HEAD', '--', path))) {
    const [, ...parents] = line.split(' ') as [string, ...string[]];
    // Otherwise it's a merge of a branch that has it.
    if (parents.every((parent) => git('ls-tree', parent, '--', path).length === 0))
      return parents.sort((a, b) => migrationsOf(b).length - migrationsOf(a).length);
  }
  return ['HEAD']; // It isn't committed yet.
}

/** Of a commit, or of this checkout. */
export function migrationsOf(commit?: string): string[] {
  const files = commit
    ? git('ls-tree', '--name-only', `${commit}:${FOLDER.slice(0, -1)}`)
    : readdirSync(FOLDER);
  return files.filter(isMigration).sort();
}
