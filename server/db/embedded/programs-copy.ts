import { chmod, cp, lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { undefinedIfMissing } from './files.ts';
import { makeLinks } from './package-links.ts';

/** The package's copy in `dataRoot`; renamed into place, so that it is there whole or not at all. */
export async function copyOnce(packageDir: string, dataRoot: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(dataRoot, `binaries-${version}`);
  if (await undefinedIfMissing(lstat(copy))) return copy;
  const unfinished = `${copy}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  for (const part of ['native', 'package.json']) {
    // Without verbatimSymlinks the copied links would point back into the package.
    await cp(path.join(packageDir, part), path.join(unfinished, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  await makeLinks(unfinished);
  await openToReaders(unfinished);
  await rename(unfinished, copy);
  return copy;
}

/**
 * Removes copies other than the one that `program` is in. To be called only while no server runs: it may
 * run from one of them.
 */
export async function removeOldCopies(dataRoot: string, program: string): Promise<void> {
  const inUse = path.relative(dataRoot, program).split(path.sep)[0];
  const copies = (await readdir(dataRoot)).filter((name) => name.startsWith('binaries-') && name !== inUse);
  await Promise.all(copies.map((name) => rm(path.join(dataRoot, name), { recursive: true, force: true })));
}

/** An npm install under umask 077 leaves files that only their owner can read. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const { mode } = await lstat(place);
    await chmod(place, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}
