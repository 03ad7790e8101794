import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Packed {
  /** A temporary folder of the run. */
  readonly folder: string;
  readonly tarball: string;
  /** As listed by `npm pack`. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly unpackedSize: number;
}

/** Builds and packs the package as for publishing, in a folder outside the working tree. */
export async function packSdk(folder: string): Promise<Packed> {
  for (const part of ['sdk', 'generated', 'tsconfig.json']) {
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const sdk = join(folder, 'sdk');
  await npm(sdk, 'run', 'build');
  const [report] = JSON.parse(await npm(sdk, 'pack', '--ignore-scripts', '--json'));
  return {
    folder,
    tarball: join(sdk, report.filename),
    files: report.files,
    unpackedSize: report.unpackedSize,
  };
}

export const npm = (cwd: string, ...args: string[]): Promise<string> => output(cwd, 'npm', ...args);

/** The output of a command. If it fails, the error has all its output, for the test's report. */
export async function output(cwd: string, command: string, ...args: string[]): Promise<string> {
  try {
    return (await run(command, args, { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error([message, stdout, stderr].join('\n'));
  }
}

/** A program of this project's node_modules. */
export const tool = (name: string): string => join(root, 'node_modules', '.bin', name);
