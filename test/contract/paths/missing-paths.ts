import path from 'node:path';
import { hasHeading } from './headings.ts';
import { type NamedPath, namedPaths } from './named-paths.ts';
import type { Repository } from './repository.ts';

export interface MissingPath extends NamedPath {
  readonly file: string;
  /** Where it may be: from the root, or from the file's folder. */
  readonly candidates: readonly string[];
}

type Read = (file: string) => string;

/** What a text names and the repository doesn't have. `read` is asked for the texts of linked files too. */
export function missingPaths(repository: Repository, file: string, read: Read): MissingPath[] {
  const candidatesOf = (named: NamedPath): string[] => [named.path, inFolderOf(file, named.written)];
  const exists = (named: NamedPath): boolean =>
    named.from === 'anywhere'
      ? repository.hasEnd(named.path)
      : candidatesOf(named).some(repository.has) && hasAnchor(named, read);
  return namedPaths(file, checkedPart(file, read(file)))
    .filter((named) => !exists(named))
    .map((named) => ({ ...named, file, candidates: candidatesOf(named) }));
}

const inFolderOf = (file: string, written: string): string =>
  path.posix.join(path.posix.dirname(file), written).replace(/\/$/, '');

/** `common.yaml#/schemas/Problem` isn't a heading. */
const hasAnchor = ({ path: file, anchor }: NamedPath, read: Read): boolean =>
  anchor === undefined || !file.endsWith('.md') || hasHeading(read(file), anchor);

/** What a released version had may be gone. */
function checkedPart(file: string, text: string): string {
  if (!file.endsWith('CHANGELOG.md')) return text;
  const [beforeAll = '', newest = ''] = text.split(/^(?=## )/m);
  return newest.startsWith('## Unreleased') ? beforeAll + newest : beforeAll;
}
