import { lstat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, readIfExists, undefinedIfMissing } from './files.ts';

/** npm packs no links; the package's install script makes them, when install scripts are allowed to run. */
export async function makeLinks(packageDir: string): Promise<void> {
  const listed = await readIfExists(path.join(packageDir, 'native', 'pg-symlinks.json'));
  const links = JSON.parse(listed ?? '[]') as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = path.join(packageDir, target);
    if (await undefinedIfMissing(lstat(place))) continue;
    await symlink(path.relative(path.dirname(target), source), place).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error; // another process was faster
    });
  }
}
