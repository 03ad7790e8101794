import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const git = (args: readonly string[], input = ''): string[] =>
  execFileSync('git', args, { cwd: root, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');

/** What a document, a comment or a string can name. */
export interface Repository {
  readonly files: readonly string[];
  /** Files, with and without the extension of a module, and folders. */
  readonly has: (path: string) => boolean;
  /** Whether a file or folder ends with it: `events/outbox.ts`. */
  readonly hasEnd: (path: string) => boolean;
}

export function repositoryOf(files: readonly string[]): Repository {
  const paths = new Set(files.flatMap((file) => [...foldersOf(file), file, file.replace(/\.[jt]sx?$/, '')]));
  const ends = new Set([...paths].flatMap(endsOf));
  return { files, has: (path) => paths.has(path), hasEnd: (path) => ends.has(path) };
}

function foldersOf(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** New files too, and not those that a move has left in the index. */
export const checkout = (): Repository =>
  repositoryOf(
    git(['ls-files', '--cached', '--others', '--exclude-standard']).filter((file) =>
      existsSync(`${root}${file}`),
    ),
  );

/** Those that builds and tests make, and a settings file of the reader's own: `dist/server/cli.js`. */
export function ignoredByGit(paths: readonly string[]): ReadonlySet<string> {
  if (paths.length === 0) return new Set();
  try {
    // A pattern like `dist/` is only for folders, and this one may not have been made yet.
    const asked = paths.flatMap((path) => [path, `${path}/`]);
    const ignored = git(['check-ignore', '--no-index', '--stdin'], asked.join('\n'));
    return new Set(ignored.map((path) => path.replace(/\/$/, '')));
  } catch (error) {
    if ((error as { status?: number }).status === 1) return new Set(); // none of them
    throw error;
  }
}
