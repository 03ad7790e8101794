import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, type Packed } from './packed.ts';

/** Creates an empty project and installs the tarball and other packages, as an integrator would. */
export async function installInto(packed: Packed, name: string, ...others: string[]): Promise<string> {
  const project = join(packed.folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name, private: true }));
  await npm(project, 'install', '--no-audit', '--no-fund', '--prefer-offline', packed.tarball, ...others);
  return project;
}

export async function writeFiles(project: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
}
